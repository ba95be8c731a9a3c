import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { type Browser, chromium, firefox, type Page } from 'playwright-core';
import { sampleProducts } from '../../src/adapters/memory/sample-products.ts';
import { createServer, MemoryCatalog } from '../../src/index.ts';

const DEMO = new URL('../../docs/demo/index.html', import.meta.url).href;
/** The URL of the service in the pages that users copy. */
const DOCUMENTED = 'http://localhost:3000';
const EXAMPLE = readFileSync('docs/examples/fetch.html', 'utf8');
const [, README_PAGE = ''] = /^```html\n(.*?)^```$/ms.exec(readFileSync('README.md', 'utf8')) ?? [];

const NOT_FOUND = { error: 'Not found' };
const readable: [target: string, init: RequestInit, status: number, body: unknown][] = [
  ['/api/products', {}, 200, sampleProducts],
  ['/api/products/2', { headers: { Accept: 'application/json' } }, 200, sampleProducts[1]],
  ['/api/products/9', {}, 404, { error: 'Product not found' }],
  ['/api/products?page=2', {}, 404, NOT_FOUND],
  ['/api/products', { method: 'POST', body: 'text' }, 404, NOT_FOUND],
  ['/api/products', { method: 'HEAD' }, 404, ''],
  // The server answers this one itself: it never reaches the application.
  [`/${'x'.repeat(17_000)}`, {}, 431, { error: 'Request header fields too large' }],
];
/** For these, a browser sends a preflight request, or does not take `*` for an answer. */
const blocked: RequestInit[] = [
  { headers: { 'Content-Type': 'application/json' } },
  { method: 'PUT' },
  { method: 'DELETE' },
  { credentials: 'include' },
];

/** The browsers of the system, each with a new profile that is deleted at the end. */
const browsers = {
  Chromium: () =>
    chromium.launch({
      executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
      // Its sandbox does not start as root, as which CI often runs. All pages are this project's
      // own.
      chromiumSandbox: false,
      // Chromium would ask other machines for updates.
      args: ['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    }),
  Firefox: () =>
    firefox.launch({
      // Firefox as Debian or Mozilla builds it, and not Playwright's own build.
      channel: 'moz-firefox',
      executablePath: process.env.FIREFOX_PATH || '/usr/bin/firefox-esr',
    }),
};

/**
 * What only a browser shows: pages can read the service, and the pages that users are given work.
 */
for (const [name, launch] of Object.entries(browsers)) {
  describe(`pages in ${name}`, function () {
    // Firefox takes up to ten seconds to start on a busy machine.
    this.timeout(60_000);
    const server = createServer(new MemoryCatalog(sampleProducts));
    const site = http.createServer((request, response) => {
      const html = request.url === '/readme' ? README_PAGE : EXAMPLE;
      response.setHeader('Content-Type', 'text/html');
      response.end(html.replace(DOCUMENTED, service));
    });
    let browser: Browser;
    let page: Page;
    let service: string;
    let elsewhere: string;

    before(async () => {
      [service, elsewhere] = await Promise.all([originOf(server), originOf(site)]);
      browser = await launch();
    });
    after(async () => {
      await browser?.close();
      site.close();
      await server.stop();
    });
    beforeEach(async () => {
      page = await browser.newPage();
    });
    afterEach(() => page.close());

    for (const where of ['on another origin', 'on disk']) {
      it(`read every response, ${where}`, async () => {
        await page.goto(where === 'on disk' ? DEMO : elsewhere);
        for (const [target, init, status, body] of readable) {
          const response = await fetchIn(page, service + target, init);
          const expected = { status, type: 'application/json', body };
          expect(response, target.slice(0, 30)).to.deep.equal(expected);
        }
      });
    }

    it('send no request that needs more than a plain fetch', async () => {
      await page.goto(elsewhere);
      for (const init of blocked) {
        const response = await fetchIn(page, `${service}/api/products/2`, init);
        expect(response, JSON.stringify(init)).to.equal('TypeError');
      }
    });

    it('show the list, a product and errors: the demo', async () => {
      await page.goto(`${DEMO}?api=${service}`);
      await page.getByRole('link', { name: 'Paper filters, pack of 100' }).waitFor();
      expect(await page.locator('tbody :is(td, th)').allTextContents()).to.deep.equal(
        sampleProducts.flatMap(({ id, name, price }) => [String(id), name, price.toFixed(2)]),
      );
      await page.getByRole('link', { name: 'Burr coffee grinder' }).click();
      await page.getByText('{"id":2,"name":"Burr coffee grinder","price":84.5}').waitFor();
      await page.getByRole('textbox', { name: 'id' }).fill('2?v=9');
      await page.getByRole('button', { name: 'Show' }).click();
      await page.getByRole('heading', { name: 'Product not found' }).waitFor();
      await page.getByRole('link', { name: 'All products' }).click();
      await page.getByText('Number of products: 3').waitFor();
      // The site sends HTML, which a page on disk may not read.
      await page.goto(`${DEMO}?api=${elsewhere}`);
      await page.getByText('Is the service running?').waitFor();
    });

    it('show the list, a product and an error: docs/examples/fetch.html', async () => {
      await page.goto(elsewhere);
      await page.getByText('3: Paper filters, pack of 100, 6.95').waitFor();
      for (const [id, expected] of [
        ['2', '2: Burr coffee grinder, 84.5'],
        ['9', 'Product not found'],
      ] as const) {
        await page.getByRole('textbox', { name: 'Id' }).fill(id);
        await page.getByRole('button', { name: 'Show' }).click();
        await page.locator('output', { hasText: expected }).waitFor();
      }
    });

    it('show loading, the list, no products, or an error: the page in README.md', async () => {
      await page.goto(`${elsewhere}/readme`);
      await page.getByText('Burr coffee grinder: 84.5, Paper filters').waitFor();

      let answer = () => {};
      const isLoadingSeen = new Promise<void>((resolve) => (answer = resolve));
      await page.route(`${service}/**`, async (route) => {
        await isLoadingSeen;
        await route.fulfill({ json: [], headers: { 'Access-Control-Allow-Origin': '*' } });
      });
      await page.reload();
      // The site sends no charset: without that of the page, this would be `Loadingâ€¦`.
      await page.getByText('Loading…', { exact: true }).waitFor();
      answer();
      await page.getByText('No products').waitFor();

      await page.route(`${service}/**`, (route) => route.abort());
      await page.reload();
      await page.getByText('The products could not be loaded: ').waitFor();
    });
  });
}

/** Has a server listen on a free port of the loopback interface. @returns its origin */
async function originOf(server: http.Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Fetches from within a page. @returns what a script in it sees, or the name of the error */
function fetchIn(page: Page, url: string, init: RequestInit): Promise<unknown> {
  const read = async (request: { url: string; init: RequestInit }) => {
    try {
      const response = await fetch(request.url, request.init);
      const type = response.headers.get('content-type');
      const text = await response.text();
      return { status: response.status, type, body: text && JSON.parse(text) };
    } catch (error) {
      return (error as Error).name;
    }
  };
  return page.evaluate(read, { url, init });
}
