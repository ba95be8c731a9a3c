import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { checkAppearance } from './support/check-appearance.ts';
import { serve, serveHtml, serveLater, serveProducts } from './support/http-server.ts';
import { BROWSERS, openPage } from './support/open-page.ts';

const EXAMPLE = readFileSync('docs/examples/fetch.html', 'utf8');
const DEFAULT_SERVICE = 'http://localhost:3000';
const LONG = 'x'.repeat(300);
const products = [
  { id: 2, name: 'Burr coffee grinder', price: 84.5 },
  { id: 3, name: '<b>Kettle</b> & lid', price: 59 },
  { id: 4, name: LONG, price: 0 },
];

/**
 * The page to copy works as it is, but for the one line that names the service. It shows names as text, and
 * says what came instead of products, and from which URL. Chromium checks how it looks.
 */
describe('docs/examples/fetch.html', () => {
  const folder = new TemporaryFolder();

  /** The URL of the page on disk, with another URL in the line that names the service. */
  function pageFor(origin: string): string {
    expect(EXAMPLE.split(DEFAULT_SERVICE)).to.have.length(2);
    return pathToFileURL(folder.write('fetch.html', EXAMPLE.replace(DEFAULT_SERVICE, origin))).href;
  }

  for (const browser of BROWSERS) {
    it(`lists the products below the form and shows one, with names in <bdi>, in ${browser}`, async () => {
      const page = await openPage(pageFor(await serveProducts(products)), browser);
      const items = page.locator('form ~ ul > li');
      await items.nth(2).waitFor();
      expect(await page.getByRole('status').textContent()).to.equal('');
      const texts = ['2: Burr coffee grinder, 84.5', '3: <b>Kettle</b> & lid, 59', `4: ${LONG}, 0`];
      expect(await items.allTextContents()).to.deep.equal(texts);
      const names = products.map(({ name }) => name);
      expect(await items.locator('bdi').allTextContents()).to.deep.equal(names);
      await show(page, '3', '3: <b>Kettle</b> & lid, 59');
      if (browser === 'Chromium') await checkAppearance(page);
    });

    it(`says that it waits, that there are no products, and no such product, in ${browser}`, async () => {
      const page = await openPage(pageFor(await serve(() => {})), browser);
      await expectStatus(page, 'Loading…');
      await page.goto(pageFor(await serveProducts([])));
      await expectStatus(page, 'No products');
      await show(page, '2?v=9', 'Product not found');
    });

    it(`says which URL gave HTML or nothing, and shows a product once it can, in ${browser}`, async () => {
      const other = await serveHtml(404, '<h1>Not Found</h1>');
      const page = await openPage(pageFor(other), browser);
      await expectStatus(page, `Unexpected response (404) from ${other}/api/products`);
      const service = await serveLater();
      await page.goto(pageFor(service.origin));
      await expectStatus(page, `No readable response from ${service.origin}/api/products`);
      service.isUp = true;
      await show(page, '2', '2: Burr coffee grinder, 84.5');
    });
  }
});

async function show(page: Page, id: string, status: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Id' }).fill(id);
  await page.getByRole('button', { name: 'Show' }).click();
  await expectStatus(page, status);
}

async function expectStatus(page: Page, text: string): Promise<void> {
  const status = page.getByRole('status');
  await status.and(page.getByText(text, { exact: true })).waitFor();
}
