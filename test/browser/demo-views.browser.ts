import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Product } from '../../src/domain/product.ts';
import { expectAccessible } from './support/accessibility.ts';
import { checkAppearance } from './support/appearance.ts';
import { type CatalogService, startService } from './support/catalog-service.ts';
import { DEMO, demoUrl, heading, openDemo } from './support/demo.ts';
import { type HttpServer, serveFiles } from './support/http-server.ts';
import { openPage } from './support/open-page.ts';
import { textLines } from './support/text-lines.ts';

const HOSTILE = `<img src="x" onerror="document.body.textContent = 'taken'">`;
const LONG_ID = Number.MIN_SAFE_INTEGER;

const strange: readonly Product[] = [
  { id: 0, name: HOSTILE, price: 0 },
  { id: -7, name: '', price: -1.25 },
  { id: 10, name: 'Crème brûlée ☕ <b>&amp;</b>', price: 1e21 },
  { id: LONG_ID, name: 'x'.repeat(200), price: 0.1 + 0.2 },
  { id: 12, name: 'قهوة (250 g)', price: 1234.5 },
  { id: 13, name: 'Screw', price: 0.0125 },
];

describe('the demo page', () => {
  let pages: HttpServer;
  let service: CatalogService | undefined;

  before(async () => {
    pages = await serveFiles(DEMO);
  });

  afterEach(async () => {
    await service?.stop();
    service = undefined;
  });

  after(() => pages?.stop());

  async function start(products?: readonly Product[]): Promise<string> {
    service = await startService(products);
    return service.origin;
  }

  const roots = [
    ['from a static server', () => `${pages.origin}/`],
    ['from disk', () => DEMO.href],
  ] as const;
  for (const [place, root] of roots) {
    it(`lists the products and shows one, opened ${place}`, async () => {
      const { page } = await openPage(demoUrl(await start(), undefined, root()));
      await heading(page, 'All products');
      expect(await page.getByRole('columnheader').allTextContents()).to.deep.equal([
        'Id',
        'Name',
        'Price',
      ]);
      expect(await rows(page)).to.deep.equal([
        ['1', 'Pour-over coffee kettle', '59.00'],
        ['2', 'Burr coffee grinder', '84.50'],
        ['3', 'Paper filters, pack of 100', '6.95'],
      ]);
      expect(await page.getByRole('status').textContent()).to.equal('3 products');
      expect(await page.locator('.card:visible').count()).to.equal(1);
      await page.getByRole('link', { name: 'Burr coffee grinder' }).click();
      await heading(page, 'Burr coffee grinder');
      await page.getByRole('link', { name: 'All products' }).click();
      await heading(page, 'All products');
    });
  }

  it('aligns prices to the right, under their header', async () => {
    const { page } = await openDemo(await start());
    await heading(page, 'All products');
    await checkAppearance(page, 'three-products');
    const header = page.getByRole('columnheader', { name: 'Price' });
    const [headerLine] = await textLines(header);
    for (const price of ['59.00', '84.50', '6.95']) {
      const [line] = await textLines(page.getByRole('cell', { name: price }));
      expect(line?.right, price).to.be.closeTo(headerLine?.right ?? 0, 0.5);
    }
  });

  it('shows the product that its URL names, the request and the response', async () => {
    const api = await start();
    const { page } = await openDemo(api, '2');
    await heading(page, 'Burr coffee grinder');
    expect(await page.title()).to.equal('Burr coffee grinder · Product catalogue');
    expect(await page.getByRole('status').textContent()).to.equal('Product 2');
    expect(await page.getByRole('definition').allTextContents()).to.deep.equal([
      '84.50',
      `GET ${api}/api/products/2`,
      '200, application/json',
      '{"id":2,"name":"Burr coffee grinder","price":84.5}',
    ]);
    await checkAppearance(page, 'product');
  });

  it('shows names as text, and prices with at least two decimals', async () => {
    const { page } = await openDemo(await start(strange));
    await heading(page, 'All products');
    expect(await rows(page)).to.deep.equal([
      ['0', HOSTILE, '0.00'],
      ['-7', '(no name)', '-1.25'],
      ['10', 'Crème brûlée ☕ <b>&amp;</b>', '1,000,000,000,000,000,000,000.00'],
      [String(LONG_ID), 'x'.repeat(200), '0.30000000000000004'],
      ['12', 'قهوة (250 g)', '1,234.50'],
      ['13', 'Screw', '0.0125'],
    ]);
    expect(await page.locator('main img').count()).to.equal(0);
    await checkAppearance(page, 'strange-products');

    await page.getByRole('link', { name: HOSTILE }).click();
    await heading(page, HOSTILE);
    expect(await page.locator('main img').count()).to.equal(0);
    await checkAppearance(page, 'hostile-name');
  });

  for (const width of [320, 390, 1280]) {
    it(`keeps a long id on one line, ${width} pixels wide`, async () => {
      const { page } = await openDemo(await start(strange));
      await page.setViewportSize({ width, height: 800 });
      await heading(page, 'All products');
      const cell = page.getByRole('cell', { name: String(LONG_ID), exact: true });
      expect(await textLines(cell)).to.have.length(1);
    });
  }

  it('shortens a long body', async () => {
    const name = 'x'.repeat(300);
    const { page } = await openDemo(await start([{ id: 1, name, price: 1 }]), '1');
    await heading(page, name);
    const body = `{"id":1,"name":"${name}","price":1}`;
    expect((await page.getByRole('definition').allTextContents()).at(-1)).to.equal(
      `${body.slice(0, 240)}…`,
    );
  });

  it('lists a thousand products with the table header always in view', async () => {
    const { page } = await openDemo(await start(numbered(1000)));
    await heading(page, 'All products');
    expect(await page.getByRole('status').textContent()).to.equal('1,000 products');
    expect(await rows(page)).to.have.length(1000);
    // One axe-core run: it takes seconds for a thousand rows, and they are alike.
    await expectAccessible(page);
    await checkAppearance(page, 'thousand-products', async (page) => {
      await page.getByRole('link', { name: 'Product number 1000' }).focus();
      const header = await page.getByRole('columnheader', { name: 'Price' }).boundingBox();
      expect(header?.y).to.equal(0);
      // Focusing a row above scrolls it out from under the header.
      const link = page.getByRole('link', { name: 'Product number 500', exact: true });
      await link.focus();
      const box = await link.boundingBox();
      expect(box?.y).to.be.at.least(header?.height ?? Number.POSITIVE_INFINITY);
    });
  });

  it('lists the first thousand of more products, and finds the others by id', async () => {
    const { page } = await openDemo(await start(numbered(1001)));
    await heading(page, 'All products');
    expect(await page.getByRole('status').textContent()).to.equal(
      '1,001 products; the first 1,000 are listed',
    );
    expect(await rows(page)).to.have.length(1000);
    await page.getByRole('textbox').fill('1001');
    await page.getByRole('button', { name: 'Show' }).click();
    await heading(page, 'Product number 1001');
  });

  const small = [
    [[], '0 products'],
    [numbered(1), '1 product'],
  ] as const;
  for (const [products, count] of small) {
    it(`counts ${count}`, async () => {
      const { page } = await openDemo(await start(products));
      await heading(page, 'All products');
      expect(await page.getByRole('status').textContent()).to.equal(count);
    });
  }

  it('says that the catalogue is empty', async () => {
    const { page } = await openDemo(await start([]));
    await page.getByText('The service works, but its catalogue is empty.').waitFor();
    expect(await page.getByRole('table').count()).to.equal(0);
    await checkAppearance(page, 'empty');
  });

  it('says that it needs JavaScript', async () => {
    const { page } = await openPage(DEMO.href.concat('index.html'), { javaScriptEnabled: false });
    await page.getByText('This page needs JavaScript.').waitFor();
  });
});

function numbered(count: number): Product[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Product number ${index + 1}`,
    price: (index * 37) / 100,
  }));
}

/** The text of each cell of each product. */
function rows(page: Page): Promise<string[][]> {
  return page
    .getByRole('table')
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => Array.from(row.children, (cell) => cell.textContent ?? '')),
    );
}
