import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { type Browser, chromium, firefox, type Page } from 'playwright-core';
import { SAMPLE_PRODUCTS } from '../../src/adapters/memory/sample-products.ts';
import { createServer, MemoryCatalog, type ProductCatalog } from '../../src/index.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

/** The page that README.md has its readers save, and the service that it asks. */
const [, README_PAGE = ''] = /^```html\n(.*?)^```$/ms.exec(readFileSync('README.md', 'utf8')) ?? [];
const README_SERVICE = 'http://localhost:3000';

const readable: [target: string, method: string, status: number, body: unknown][] = [
  ['/api/products', 'GET', 200, SAMPLE_PRODUCTS],
  ['/api/products/9', 'GET', 404, { error: 'Product not found' }],
  ['/api/products', 'HEAD', 404, ''],
  // The server answers this one itself: it never reaches the application.
  [`/${'x'.repeat(17_000)}`, 'GET', 431, { error: 'Request header fields too large' }],
];
/** The browsers of the system, each with a new profile that is deleted at the end. */
const browsers = {
  Chromium: () =>
    chromium.launch({
      executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
      chromiumSandbox: false, // It does not start as root, as which CI often runs.
    }),
  Firefox: () =>
    firefox.launch({
      // Firefox as Debian or Mozilla builds it, and not Playwright's own build.
      channel: 'moz-firefox',
      executablePath: process.env.FIREFOX_PATH || '/usr/bin/firefox-esr',
    }),
};

/** What only a browser shows: pages can read the service, and the page in README.md works. */
for (const [name, launch] of Object.entries(browsers)) {
  describe(`pages in ${name}`, function () {
    this.timeout(60_000);
    const catalog = new MemoryCatalog(SAMPLE_PRODUCTS);
    const findById = (id: number) => catalog.findById(id);
    const server = createServer({ list: () => list(), findById }, { onError: () => {} });
    const site = http.createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(html);
    });
    const folder = new TemporaryFolder();
    let list: ProductCatalog['list'];
    let browser: Browser;
    let page: Page;
    let service: string;
    let elsewhere: string;
    let html: string;

    before(async () => {
      [service, elsewhere] = await Promise.all([originOf(server), originOf(site)]);
      html = README_PAGE.replace(README_SERVICE, service);
      browser = await launch();
    });
    after(async () => {
      await browser?.close();
      site.close();
      await server.stop();
    });
    beforeEach(async () => {
      list = () => catalog.list();
      page = await browser.newPage();
    });
    afterEach(() => page.close());

    it('read every response, from a page on disk', async () => {
      await page.goto(pathToFileURL(folder.write('page.html', html)).href);
      await page.getByText('Burr coffee grinder: 84.5, Paper filters').waitFor();
      for (const [target, method, status, body] of readable) {
        const response = await fetchIn(page, service + target, method);
        expect(response).to.deep.equal({ status, body });
      }
    });

    it('show loading, the list, no products, or an error, on another origin', async () => {
      await page.goto(elsewhere);
      await page.getByText('Burr coffee grinder: 84.5, Paper filters').waitFor();

      let answer = () => {};
      const isLoadingSeen = new Promise<void>((resolve) => (answer = resolve));
      list = () => isLoadingSeen.then(() => []);
      await page.reload();
      // The site sends no charset: without that of the page, this would be `Loadingâ€¦`.
      await page.getByText('Loading…', { exact: true }).waitFor();
      answer();
      await page.getByText('No products').waitFor();

      list = () => Promise.reject(new Error('Fails on purpose'));
      await page.reload();
      await page.getByText('The products could not be loaded: status 500').waitFor();
    });
  });
}

/** Has a server listen on a free port of the loopback interface. @returns its origin */
async function originOf(server: http.Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Fetches from within a page. @returns what a script in it sees */
function fetchIn(page: Page, url: string, method: string): Promise<unknown> {
  const read = async (request: { url: string; method: string }) => {
    const response = await fetch(request.url, request);
    const text = await response.text();
    return { status: response.status, body: text && JSON.parse(text) };
  };
  return page.evaluate(read, { url, method });
}
