import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { checkAppearance } from './support/check-appearance.ts';
import { openRedirected, redirectDefaultService } from './support/default-service.ts';
import { serve, serveProducts } from './support/http-server.ts';
import { openPage } from './support/open-page.ts';

const EXAMPLE = new URL('../../docs/examples/fetch.html', import.meta.url);

/**
 * The page to copy works as it is, opened from disk, and from a server once you have changed the one line
 * that names the service. It shows names as text, the errors of the service, and that the service is down.
 */
describe('docs/examples/fetch.html', () => {
  let origin: string;

  before(async () => {
    origin = await serveProducts([
      { id: 2, name: 'Burr coffee grinder', price: 84.5 },
      { id: 3, name: '<b>Kettle</b> & lid', price: 59 },
    ]);
  });

  it('lists the products and shows one, opened from disk', async () => {
    const { page } = await openRedirected(EXAMPLE.href, origin);
    await expectListAndProduct(page);
    await checkAppearance(page);
  });

  it('does so from a server, with another URL in the one line that names the service', async () => {
    const html = readFileSync(EXAMPLE, 'utf8').replace('http://localhost:3000', origin);
    const pages = await serve((_, response) => {
      response.setHeader('Content-Type', 'text/html').end(html);
    });
    const { page } = await openPage(pages);
    await expectListAndProduct(page);
  });

  it('says that there is no such product, for an id that is part of a URL too', async () => {
    const { page, log } = await openRedirected(EXAMPLE.href, origin);
    await show(page, '2?v=9', 'Product not found');
    await log.take('the server responded with a status of 404');
  });

  it('says that the service is down, and shows a product once it is up', async () => {
    const { page, log } = await openRedirected(EXAMPLE.href);
    await expectStatus(page, 'The service cannot be reached');
    await log.take('net::ERR_CONNECTION_REFUSED');

    await redirectDefaultService(page, origin);
    await show(page, '2', 'Burr coffee grinder: 84.5');
  });
});

async function expectListAndProduct(page: Page): Promise<void> {
  await page.getByRole('listitem').nth(1).waitFor();
  expect(await page.getByRole('listitem').allTextContents()).to.deep.equal([
    '2: Burr coffee grinder',
    '3: <b>Kettle</b> & lid',
  ]);
  await show(page, '3', '<b>Kettle</b> & lid: 59');
}

async function show(page: Page, id: string, status: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Id' }).fill(id);
  await page.getByRole('button', { name: 'Show' }).click();
  await expectStatus(page, status);
}

async function expectStatus(page: Page, text: string): Promise<void> {
  const status = page.getByRole('status');
  await status.and(page.getByText(text, { exact: true })).waitFor();
}
