import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { PUBLIC_HTTP } from './support/browsers.ts';
import { checkAppearance } from './support/check-appearance.ts';
import { serve, serveHtml, serveLater, serveProducts } from './support/http-server.ts';
import { BROWSERS, type BrowserName, logged, openPage } from './support/open-page.ts';

const DEMO = new URL('../../docs/demo/index.html', import.meta.url).href;
const DOWN = 'No readable response';
const HOSTILE = `<img src="x" onerror="document.body.textContent = 'taken'">`;

/**
 * The demo page, opened from disk, shows the list and each product, names as text, and what was sent and
 * received. If something fails, it says what, and what to do. You choose the service in the page's URL.
 * The list and a product are looked at in both browsers, all else in Chromium, which can check how it looks.
 */
describe('the demo page', () => {
  for (const browser of BROWSERS) {
    it(`shows the list and a product, with request and response, and goes back, in ${browser}`, async () => {
      const origin = await serveProducts();
      const page = await openDemo(origin, '', browser);
      await expectView(page, 'All products', '3 products');
      const table = page.getByRole('table', { name: 'All products' });
      expect(await table.locator('th, td').allTextContents()).to.deep.equal([
        ...['Id', 'Name', 'Price'],
        ...['1', 'Pour-over coffee kettle', '59.00'],
        ...['2', 'Burr coffee grinder', '84.50'],
        ...['3', 'Paper filters, pack of 100', '6.95'],
      ]);

      const link = page.getByRole('link', { name: 'Burr coffee grinder' });
      await link.click();
      await expectView(page, 'Burr coffee grinder', 'Product 2');
      expect(await page.title()).to.equal('Burr coffee grinder · Product catalogue');
      expect(await page.getByRole('definition').allTextContents()).to.deep.equal([
        '84.50',
        `GET ${origin}/api/products/2`,
        '200, application/json',
        '{"id":2,"name":"Burr coffee grinder","price":84.5}',
      ]);

      await page.evaluate(() => history.back());
      await link.and(page.locator(':focus')).waitFor();
    });
  }

  it('shows names as text, all decimals of a price, 1e300 as it is, and the start of a long body', async () => {
    const products = [
      { id: 0, name: HOSTILE, price: 0.1 + 0.2 },
      { id: -7, name: '', price: -1.25 },
      { id: Number.MIN_SAFE_INTEGER, name: 'x'.repeat(300), price: 1e300 },
    ];
    const page = await openDemo(await serveProducts(products));
    await expectView(page, 'All products', '3 products');
    expect((await page.locator('th, td').allTextContents()).slice(3)).to.deep.equal([
      ...['0', HOSTILE, '0.30000000000000004'],
      ...['-7', '(no name)', '-1.25'],
      ...['-9007199254740991', 'x'.repeat(300), '1e+300'],
    ]);
    await page.getByText(`${JSON.stringify(products).slice(0, 240)}…`, { exact: true }).waitFor();
    await checkAppearance(page);
    await page.getByRole('link', { name: HOSTILE }).click();
    await expectView(page, HOSTILE, 'Product 0');
    await checkAppearance(page);
  });

  it('has room for the name, and keeps a price on one line, beside the longest id on a phone', async () => {
    const products = [
      { id: 1, name: 'Tea', price: 1 },
      { id: Number.MIN_SAFE_INTEGER, name: 'Pour-over coffee kettle', price: 123_456.78 },
    ];
    const page = await openDemo(await serveProducts(products));
    await page.setViewportSize({ width: 360, height: 640 });
    await expectView(page, 'All products', '2 products');
    for (const selector of ['tbody th', 'td:last-child']) {
      const heights = await page
        .locator(selector)
        .evaluateAll((cells) => cells.map(({ clientHeight }) => clientHeight));
      expect(heights[1], selector).to.equal(heights[0]);
    }
  });

  it('lists the first thousand of more products, and finds the others by id', async () => {
    const products = Array.from({ length: 1001 }, (_, id) => ({ id, name: `No. ${id}`, price: 1 }));
    const page = await openDemo(await serveProducts(products));
    await expectView(page, 'All products', '1,001 products; the first 1,000 are listed');
    expect(await page.locator('th, td').allTextContents()).to.have.length(3 * (1 + 1000));
    await page.getByRole('textbox', { name: 'Find a product by its id' }).fill(' 1000 ');
    await page.getByRole('button', { name: 'Show' }).click();
    await expectView(page, 'No. 1000');
  });

  it('asks the service that you append to its URL, as you know it, or else port 3000', async () => {
    const asked = async (query: string, url: string) => {
      const page = await openPage(DEMO + query);
      await page.getByText(`GET ${url}`, { exact: true }).waitFor();
    };
    const origin = await serveProducts();
    await asked(`?id=2?api=${origin}/`, `${origin}/api/products/2`);
    await asked(`?api=${origin}/api/products`, `${origin}/api/products`);
    await asked('?api=8080', 'http://localhost:8080/api/products');
    await asked('', 'http://localhost:3000/api/products');
  });

  it('says that there is no such product, and that the catalogue is empty', async () => {
    const page = await openDemo(await serveProducts([]), '2?v=9');
    await expectView(page, 'Product not found', 'There is no product with the id “2?v=9”.');
    await checkAppearance(page);
    await page.getByRole('link', { name: 'All products' }).click();
    await expectView(page, 'All products', '0 products');
    await page.getByText('The service works, but its catalogue is empty.').waitFor();
  });

  it('says that the service is down, and tries again', async () => {
    const service = await serveLater();
    const page = await openDemo(service.origin, '2');
    await expectView(page, DOWN, `Nothing readable from ${service.origin}/api/products/2`);
    await checkAppearance(page);
    service.isUp = true;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectView(page, 'Burr coffee grinder');
  });

  // Local Network Access. A reader would be asked at the first of these; without one, the answer is no.
  const publicPages = [
    ['127.0.0.2', /Permission was denied .* `loopback` address space/],
    [PUBLIC_HTTP, /not a secure context/],
  ] as const;
  for (const [host, reason] of publicPages) {
    it(`says where to look if Chromium blocks it, as it does on ${host}, a page of the internet`, async () => {
      const site = await serve(({ url }, response) => {
        const [name, type] = url === '/style.css' ? ['style', 'css'] : ['index', 'html'];
        response.setHeader('Content-Type', `text/${type}`);
        response.end(readFileSync(`docs/demo/${name}.${type}`));
      }, '127.0.0.2');
      const api = await serveProducts();
      const page = await openPage(`${site.replace('127.0.0.2', host)}?api=${api}`);
      await page.getByText('or did the browser block the request? Its console says why.').waitFor();
      await logged(page, reason);
    });
  }

  for (const browser of BROWSERS) {
    it(`says that it waits, and after 10 seconds that it waits no longer, in ${browser}`, async () => {
      const origin = await serve(() => {});
      const page = await openDemo(origin, '', browser);
      await expectView(page, 'Loading…', `Waiting for ${origin}/api/products`);
      // A hundredth of the time.
      await page.addInitScript(
        'const timeout = AbortSignal.timeout; AbortSignal.timeout = (ms) => timeout(ms / 100)',
      );
      await page.reload();
      const status = `No complete response within 10 seconds from ${origin}/api/products`;
      await expectView(page, 'Timeout', status);
      await page.getByRole('button', { name: 'Try again' }).waitFor();
    });
  }

  it('says what to do if the response is not that of a catalogue', async () => {
    for (const body of ['<!doctype html><title>Some site</title>', '[{"id":1,"name":"One"}]']) {
      const page = await openDemo(await serveHtml(200, body));
      await expectView(page, 'Unexpected response');
      await page.getByText('200, text/html', { exact: true }).waitFor();
      await page.getByText(body, { exact: true }).waitFor();
      await page.getByText('start the service with --log and try again').waitFor();
    }
  });
});

/** Opens the demo page from disk for the service at `origin`. */
function openDemo(origin: string, id = '', browser?: BrowserName): Promise<Page> {
  return openPage(`${DEMO}?${new URLSearchParams({ id, api: new URL(origin).host })}`, browser);
}

/** Waits until the page shows `title` as the heading of its content, and checks its status. */
async function expectView(page: Page, title: string, status?: string): Promise<void> {
  await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
  if (status !== undefined) expect(await page.getByRole('status').textContent()).to.equal(status);
}
