import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { checkAppearance } from './support/check-appearance.ts';
import { openRedirected, redirectDefaultService } from './support/default-service.ts';
import { serve, serveProducts } from './support/http-server.ts';
import { openPage } from './support/open-page.ts';

const DEMO = new URL('../../docs/demo/index.html', import.meta.url).href;
const DOWN = 'The service cannot be reached';
const HOSTILE = `<img src="x" onerror="document.body.textContent = 'taken'">`;

/**
 * The demo page, opened from disk, shows the list and each product, names as text, and what was sent and
 * received. If something fails, it says what, and what to do. You choose the service in the page's URL.
 */
describe('the demo page', () => {
  it('shows the list and a product, with request and response, and goes back', async () => {
    const { page } = await openRedirected(DEMO, await serveProducts());
    await expectView(page, 'All products', '3 products');
    expect(await rows(page)).to.deep.equal([
      ['Id', 'Name', 'Price'],
      ['1', 'Pour-over coffee kettle', '59.00'],
      ['2', 'Burr coffee grinder', '84.50'],
      ['3', 'Paper filters, pack of 100', '6.95'],
    ]);

    const link = page.getByRole('link', { name: 'Burr coffee grinder' });
    await link.click();
    await expectView(page, 'Burr coffee grinder', 'Product 2');
    expect(await page.title()).to.equal('Burr coffee grinder · Product catalogue');
    expect(await page.getByRole('definition').allTextContents()).to.deep.equal([
      '84.50',
      'GET http://localhost:3000/api/products/2',
      '200, application/json',
      '{"id":2,"name":"Burr coffee grinder","price":84.5}',
    ]);
    await checkAppearance(page);

    await page.goBack();
    await link.and(page.locator(':focus')).waitFor();
  });

  it('shows names as text, all decimals of a price, and the start of a long body', async () => {
    const products = [
      { id: 0, name: HOSTILE, price: 0.1 + 0.2 },
      { id: -7, name: '', price: -1.25 },
      { id: Number.MIN_SAFE_INTEGER, name: 'x'.repeat(300), price: 1e21 },
    ];
    const { page } = await openRedirected(DEMO, await serveProducts(products));
    await expectView(page, 'All products', '3 products');
    expect((await rows(page)).slice(1)).to.deep.equal([
      ['0', HOSTILE, '0.30000000000000004'],
      ['-7', '(no name)', '-1.25'],
      ['-9007199254740991', 'x'.repeat(300), '1,000,000,000,000,000,000,000.00'],
    ]);
    await page.getByText(`${JSON.stringify(products).slice(0, 240)}…`, { exact: true }).waitFor();
    await checkAppearance(page);
    await page.getByRole('link', { name: HOSTILE }).click();
    await expectView(page, HOSTILE, 'Product 0');
  });

  it('lists the first thousand of more products, and finds the others by id', async () => {
    const products = Array.from({ length: 1001 }, (_, id) => ({ id, name: `No. ${id}`, price: 1 }));
    const { page } = await openRedirected(DEMO, await serveProducts(products));
    await expectView(page, 'All products', '1,001 products; the first 1,000 are listed');
    expect(await rows(page)).to.have.length(1 + 1000);
    await page.getByRole('textbox', { name: 'Find a product by its id' }).fill(' 1000 ');
    await page.getByRole('button', { name: 'Show' }).click();
    await expectView(page, 'No. 1000');
  });

  it('asks on every page the service that you append to its URL, as you know it', async () => {
    const origin = await serveProducts();
    const { host } = new URL(origin);
    for (const api of [host, `${origin}/`, `${origin}/api/products`]) {
      const { page } = await openPage(`${DEMO}?id=2?api=${api}`);
      const asked = (target: string) =>
        page.getByText(`GET ${origin}${target}`, { exact: true }).waitFor();
      await asked('/api/products/2');
      await page.getByRole('link', { name: 'All products' }).click();
      await asked('/api/products');
      await page.getByRole('textbox').fill('3');
      await page.keyboard.press('Enter');
      await asked('/api/products/3');
    }
  });

  it('says that the catalogue is empty', async () => {
    const { page } = await openRedirected(DEMO, await serveProducts([]));
    await page.getByText('The service works, but its catalogue is empty.').waitFor();
  });

  it('says that there is no such product, and links to the list', async () => {
    const { page, log } = await openRedirected(`${DEMO}?id=2%3Fv%3D9`, await serveProducts());
    await expectView(page, 'Product not found', 'There is no product with the id “2?v=9”.');
    await log.take('the server responded with a status of 404');
    await checkAppearance(page);
    await page.getByRole('link', { name: 'Show all products' }).click();
    await expectView(page, 'All products');
  });

  it('says that the service is down, and tries again', async () => {
    const { page, log } = await openRedirected(`${DEMO}?id=2`);
    await expectView(page, DOWN, 'No response from http://localhost:3000/api/products/2');
    await log.take('net::ERR_CONNECTION_REFUSED');
    await page.getByText('Is the service running? Start it with npm start.').waitFor();
    await checkAppearance(page);

    await redirectDefaultService(page, await serveProducts());
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectView(page, 'Burr coffee grinder');
  });

  it('says that it waits, and after 10 seconds that there is no response', async () => {
    const { page } = await openRedirected(DEMO, await serve(() => {}));
    await expectView(page, 'Loading…', 'Waiting for http://localhost:3000/api/products');
    await expectView(page, DOWN);
  });

  const unexpected = [
    ['', 500, 'application/json', '{"error":"Internal server error"}'],
    ['', 404, 'application/json', '{"error":"Not found"}'],
    ['', 200, 'text/html', '<!doctype html><title>Some other site</title>'],
    ['', 200, 'application/json', '[{"id":1,"name":"One","price":"1"}]'],
    ['2', 200, 'application/json', '[]'],
  ] as const;
  for (const [id, code, type, body] of unexpected) {
    it(`says what to do if the response to id "${id}" is ${code}, ${type} ${body}`, async () => {
      const origin = await serve((_, response) => {
        response.writeHead(code, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' });
        response.end(body);
      });
      const { page, log } = await openRedirected(`${DEMO}?id=${id}`, origin);
      await expectView(page, 'Unexpected response');
      if (code !== 200) await log.take(`the server responded with a status of ${code}`);
      await page.getByText(`${code}, ${type}`, { exact: true }).waitFor();
      await page.getByText(body, { exact: true }).waitFor();
      await page.getByText('start the service with --log and try again').waitFor();
    });
  }
});

/** Waits until the page shows `title` as the heading of its content, and checks its status. */
async function expectView(page: Page, title: string, status?: string): Promise<void> {
  await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor();
  if (status !== undefined) expect(await page.getByRole('status').textContent()).to.equal(status);
}

/** The text of each cell of the table. */
function rows(page: Page): Promise<string[][]> {
  return page
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => Array.from(row.children, (cell) => cell.textContent)));
}
