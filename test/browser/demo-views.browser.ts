import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Product } from '../../src/domain/product.ts';
import { expectAccessible } from './support/accessibility.ts';
import { type CatalogService, startService } from './support/catalog-service.ts';
import { DEMO, heading, openDemo } from './support/demo.ts';
import { type HttpServer, serveFiles } from './support/http-server.ts';
import { expectGoodLooks } from './support/looks.ts';

const HOSTILE = `<img src="x" onerror="document.body.textContent = 'taken'">`;

const strange: readonly Product[] = [
  { id: 0, name: HOSTILE, price: 0 },
  { id: -7, name: '', price: -1.25 },
  { id: 10, name: 'Crème brûlée ☕ <b>&amp;</b>', price: 1e21 },
  { id: Number.MAX_SAFE_INTEGER, name: 'x'.repeat(200), price: 0.1 + 0.2 },
  { id: 12, name: 'قهوة (250 g)', price: 12.5 },
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

  const places = [
    ['from a static server', () => `${pages.origin}/`],
    ['from disk', () => DEMO.href],
  ] as const;
  for (const [place, from] of places) {
    it(`lists the products and shows one, opened ${place}`, async () => {
      const { page } = await openDemo(await start(), { from: from() });
      await heading(page, 'All products');
      expect(await rows(page)).to.deep.equal([
        'Product 1 Pour-over coffee kettle price 59',
        'Product 2 Burr coffee grinder price 84.5',
        'Product 3 Paper filters, pack of 100 price 6.95',
      ]);
      expect(await page.getByRole('status').textContent()).to.equal('3 products');
      await page.getByRole('link', { name: 'Burr coffee grinder' }).click();
      await heading(page, 'Burr coffee grinder');
    });
  }

  it('looks good with three products', async () => {
    const { page } = await openDemo(await start());
    await heading(page, 'All products');
    await expectGoodLooks(page, 'three-products');
  });

  it('opens on the product that its address names', async () => {
    const api = await start();
    const { page } = await openDemo(api, { hash: '#2' });
    await heading(page, 'Burr coffee grinder');
    expect(await page.getByRole('definition').allTextContents()).to.deep.equal([
      '84.5',
      `GET ${api}/api/products/2`,
      '200, application/json',
      '{"id":2,"name":"Burr coffee grinder","price":84.5}',
    ]);
    await expectGoodLooks(page, 'product');
  });

  it('shows names as text and prices as numbers, whatever they are', async () => {
    const { page } = await openDemo(await start(strange));
    await heading(page, 'All products');
    expect(await rows(page)).to.deep.equal([
      `Product 0 ${HOSTILE} price 0`,
      'Product -7 (no name) price -1.25',
      'Product 10 Crème brûlée ☕ <b>&amp;</b> price 1e+21',
      `Product ${Number.MAX_SAFE_INTEGER} ${'x'.repeat(200)} price 0.30000000000000004`,
      'Product 12 قهوة (250 g) price 12.5',
    ]);
    expect(await page.locator('main img').count()).to.equal(0);
    await expectGoodLooks(page, 'strange-products');

    await page.getByRole('link', { name: HOSTILE }).click();
    await heading(page, HOSTILE);
    expect(await page.locator('main img').count()).to.equal(0);
    await expectGoodLooks(page, 'hostile-name');
  });

  it('lists a thousand products, the last within reach', async () => {
    const { page } = await openDemo(await start(numbered(1000)));
    await heading(page, 'All products');
    expect(await page.getByRole('status').textContent()).to.equal('1,000 products');
    expect(await page.getByRole('listitem').count()).to.equal(1000);
    // The rows are alike, and axe-core takes seconds for each look at a thousand of them.
    await expectAccessible(page);
    await expectGoodLooks(page, 'thousand-products', async () => {});
    await page.getByRole('link', { name: 'Product number 1000' }).click();
    await heading(page, 'Product number 1000');
  });

  it('lists more than a thousand products a thousand at a time', async () => {
    const { page } = await openDemo(await start(numbered(2001)));
    await heading(page, 'All products');
    expect(await page.getByRole('status').textContent()).to.equal('2,001 products');
    const more = page.getByRole('button', { name: 'Show more' });
    for (const [shown, next] of [
      [1000, 'Product number 1001'],
      [2000, 'Product number 2001'],
    ] as const) {
      expect(await page.getByRole('listitem').count()).to.equal(shown);
      await more.click();
      await page.getByRole('link', { name: next }).and(page.locator(':focus')).waitFor();
    }
    expect(await page.getByRole('listitem').count()).to.equal(2001);
    expect(await more.count()).to.equal(0);
  });

  it('says that a catalogue is empty', async () => {
    const { page } = await openDemo(await start([]));
    await heading(page, 'All products');
    expect(await page.getByRole('status').textContent()).to.equal('0 products');
    await page.getByText('its catalogue has nothing in it yet').waitFor();
    await expectGoodLooks(page, 'empty');
  });
});

function numbered(count: number): Product[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Product number ${index + 1}`,
    price: (index * 37) / 100,
  }));
}

/** Each row as a screen reader says it. */
async function rows(page: Page): Promise<string[]> {
  const links = await page.getByRole('listitem').getByRole('link').allTextContents();
  return links.map((text) => text.replaceAll(/\s+/g, ' ').trim());
}
