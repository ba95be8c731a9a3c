import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Product } from '../../src/product-catalogue.ts';
import { checkAppearance } from './support/check-appearance.ts';
import { openRedirected } from './support/default-service.ts';
import { DEMO, expectView, openDemo } from './support/demo.ts';
import { serveFolder, serveProducts } from './support/http-server.ts';
import { openPage } from './support/open-page.ts';

const HOSTILE = `<img src="x" onerror="document.body.textContent = 'taken'">`;
const LONG_ID = Number.MIN_SAFE_INTEGER;

const strange: readonly Product[] = [
  { id: 0, name: HOSTILE, price: 0 },
  { id: -7, name: '', price: -1.25 },
  { id: LONG_ID, name: 'x'.repeat(300), price: 0.1 + 0.2 },
  { id: 12, name: 'قهوة (250 g)', price: 1e21 },
];

describe('the demo page', () => {
  const places = [
    ['from disk', async () => DEMO],
    ['from a static server', async () => `${await serveFolder(new URL('.', DEMO))}/index.html`],
  ] as const;
  for (const [place, start] of places) {
    it(`shows the list and a product, with request and response, opened ${place}`, async () => {
      const origin = await serveProducts();
      const { page } = await openDemo(origin, '', await start());
      await expectView(page, 'All products', '3 products');
      expect(await rows(page)).to.deep.equal([
        ['Id', 'Name', 'Price'],
        ['1', 'Pour-over coffee kettle', '59.00'],
        ['2', 'Burr coffee grinder', '84.50'],
        ['3', 'Paper filters, pack of 100', '6.95'],
      ]);
      await checkAppearance(page);

      await page.getByRole('link', { name: 'Burr coffee grinder' }).click();
      await expectView(page, 'Burr coffee grinder', 'Product 2');
      expect(await page.title()).to.equal('Burr coffee grinder · Product catalogue');
      expect(await page.getByRole('definition').allTextContents()).to.deep.equal([
        '84.50',
        `GET ${origin}/api/products/2`,
        '200, application/json',
        '{"id":2,"name":"Burr coffee grinder","price":84.5}',
      ]);
      await checkAppearance(page);

      await page.getByRole('link', { name: 'All products' }).click();
      await expectView(page, 'All products');
    });
  }

  it('shows names as text, prices with two decimals or more, and the start of a long body', async () => {
    const { page } = await openDemo(await serveProducts(strange));
    await expectView(page, 'All products', '4 products');
    expect((await rows(page)).slice(1)).to.deep.equal([
      ['0', HOSTILE, '0.00'],
      ['-7', '(no name)', '-1.25'],
      [String(LONG_ID), 'x'.repeat(300), '0.30000000000000004'],
      ['12', 'قهوة (250 g)', '1,000,000,000,000,000,000,000.00'],
    ]);
    await page.getByText(`${JSON.stringify(strange).slice(0, 240)}…`, { exact: true }).waitFor();
    await checkAppearance(page);
    await page.getByRole('link', { name: HOSTILE }).click();
    await expectView(page, HOSTILE, 'Product 0');
  });

  it('lists the first thousand of more products, and finds the others by id', async () => {
    const products = Array.from({ length: 1001 }, (_, id) => ({ id, name: `No. ${id}`, price: 1 }));
    const { page } = await openDemo(await serveProducts(products));
    await expectView(page, 'All products', '1,001 products; the first 1,000 are listed');
    expect(await rows(page)).to.have.length(1 + 1000);
    await page.getByRole('textbox', { name: 'Find a product by its id' }).fill(' 1000 ');
    await page.getByRole('button', { name: 'Show' }).click();
    await expectView(page, 'No. 1000');
  });

  it('says that the catalogue is empty', async () => {
    const { page } = await openDemo(await serveProducts([]));
    await page.getByText('The service works, but its catalogue is empty.').waitFor();
    await checkAppearance(page);
  });

  it('says that it needs JavaScript', async () => {
    const { page } = await openPage(DEMO, { javaScriptEnabled: false });
    await expectView(page, 'Loading…', 'This page needs JavaScript.');
  });

  it('can be used by keyboard, and goes back to the same place in the list', async () => {
    const { page } = await openDemo(await serveProducts());
    await expectView(page, 'All products');
    const focused = page.locator(':focus');
    for (const name of ['', 'Show', 'Pour-over coffee kettle', 'Burr coffee grinder']) {
      await page.keyboard.press('Tab');
      expect(await focused.textContent()).to.equal(name);
      const outline = await focused.evaluate((element) => getComputedStyle(element).outline);
      expect(outline).to.include('solid 3px');
    }
    await page.keyboard.press('Enter');
    await expectView(page, 'Burr coffee grinder');
    await page.goBack();
    await page.getByRole('link', { name: 'Burr coffee grinder' }).and(focused).waitFor();
  });

  it('takes the URL of the service without http://, and as the service prints it', async () => {
    const origin = await serveProducts();
    const host = new URL(origin).host;
    for (const api of [host, `${host}/`, `${host}/api/products`, `${origin}/api/products`]) {
      const { page } = await openDemo(api);
      await expectRequest(page, `${origin}/api/products`);
    }
  });

  it('asks http://localhost:3000 by default, or the service that you append, on every page', async () => {
    const first = await serveProducts();
    const second = await serveProducts();
    const { page } = await openRedirected(DEMO, first);
    await expectRequest(page, 'http://localhost:3000/api/products');
    await page.getByRole('link', { name: 'Burr coffee grinder' }).click();
    await expectRequest(page, 'http://localhost:3000/api/products/2');
    expect(page.url()).to.equal(`${DEMO}?id=2`);

    for (const api of [first, second]) {
      await page.goto(`${page.url()}?api=${api}`);
      await expectRequest(page, `${api}/api/products/2`);
      await page.getByRole('link', { name: 'All products' }).click();
      await expectRequest(page, `${api}/api/products`);
      await page.getByRole('textbox').fill('2');
      await page.keyboard.press('Enter');
      await expectRequest(page, `${api}/api/products/2`);
    }
  });
});

/** Waits until the page shows `url` as its request, and a product. */
async function expectRequest(page: Page, url: string): Promise<void> {
  await page.getByText(`GET ${url}`, { exact: true }).waitFor();
  await page.getByText('200, application/json', { exact: true }).waitFor();
}

/** The text of each cell of the table. */
function rows(page: Page): Promise<string[][]> {
  return page
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => Array.from(row.children, (cell) => cell.textContent)));
}
