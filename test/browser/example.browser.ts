import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { checkAppearance } from './support/check-appearance.ts';
import { serveLater, serveProducts } from './support/http-server.ts';
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
 * The page to copy works as it is, but for the one line that names the service. It shows names as text, the
 * errors of the service, that there are no products, and that the service is down. Chromium checks how it looks.
 */
describe('docs/examples/fetch.html', () => {
  const folder = new TemporaryFolder();

  /** The URL of the page on disk, with another URL in the line that names the service. */
  function pageFor(origin: string): string {
    expect(EXAMPLE.split(DEFAULT_SERVICE)).to.have.length(2);
    return pathToFileURL(folder.write('fetch.html', EXAMPLE.replace(DEFAULT_SERVICE, origin))).href;
  }

  for (const browser of BROWSERS) {
    it(`lists the products and shows one, in ${browser}`, async () => {
      const page = await openPage(pageFor(await serveProducts(products)), browser);
      await page.getByRole('listitem').nth(2).waitFor();
      expect(await page.getByRole('listitem').allTextContents()).to.deep.equal([
        '2: Burr coffee grinder, 84.5',
        '3: <b>Kettle</b> & lid, 59',
        `4: ${LONG}, 0`,
      ]);
      await show(page, '3', '<b>Kettle</b> & lid: 59');
      if (browser === 'Chromium') await checkAppearance(page);
    });

    it(`says that there are no products, and no such product, in ${browser}`, async () => {
      const page = await openPage(pageFor(await serveProducts([])), browser);
      await expectStatus(page, 'No products');
      await show(page, '2?v=9', 'Product not found');
    });

    it(`says that the service is down, and shows a product once it is up, in ${browser}`, async () => {
      const service = await serveLater();
      const page = await openPage(pageFor(service.origin), browser);
      await expectStatus(page, 'The service cannot be reached');
      service.isUp = true;
      await show(page, '2', 'Burr coffee grinder: 84.5');
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
