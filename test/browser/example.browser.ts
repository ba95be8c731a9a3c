import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { checkAppearance } from './support/appearance.ts';
import { type CatalogService, startService } from './support/catalog-service.ts';
import { redirectDefaultService } from './support/default-service.ts';
import { type HttpServer, serveFiles } from './support/http-server.ts';
import { type OpenPage, openPage } from './support/open-page.ts';

const EXAMPLES = new URL('../../docs/examples/', import.meta.url);
const DOWN = 'The service cannot be reached';

describe('docs/examples/fetch.html', () => {
  let pages: HttpServer;
  let service: CatalogService;

  before(async () => {
    pages = await serveFiles(EXAMPLES);
  });

  beforeEach(async () => {
    service = await startService([
      { id: 2, name: 'Burr coffee grinder', price: 84.5 },
      { id: 3, name: '<b>Kettle</b> & lid', price: 59 },
    ]);
  });

  afterEach(() => service?.stop());

  after(() => pages?.stop());

  async function openExample(root = EXAMPLES.href): Promise<OpenPage> {
    const opened = await openPage('about:blank');
    await redirectDefaultService(opened.page, service.origin);
    await opened.page.goto(new URL('fetch.html', root).href);
    return opened;
  }

  const roots = [
    ['from a static server', () => pages.origin],
    ['from disk', () => EXAMPLES.href],
  ] as const;
  for (const [place, root] of roots) {
    it(`lists the products and shows one, opened ${place}`, async () => {
      const { page } = await openExample(root());
      await page.getByRole('listitem').nth(1).waitFor();
      expect(await page.getByRole('listitem').allTextContents()).to.deep.equal([
        '2: Burr coffee grinder',
        '3: <b>Kettle</b> & lid',
      ]);
      await find(page, '3');
      await status(page, '<b>Kettle</b> & lid: 59');
      await checkAppearance(page, 'example');
    });
  }

  for (const id of ['9', 'abc', '2?v=9', '%32']) {
    it(`says that there is no product ${id}`, async () => {
      const { page, log } = await openExample();
      await find(page, id);
      await status(page, 'Product not found');
      await log.take('the server responded with a status of 404');
    });
  }

  it('says that the service is down when it loads the list', async () => {
    await service.stop();
    const { page, log } = await openExample();
    await status(page, DOWN);
    await log.take('net::ERR_CONNECTION_REFUSED');
    expect(await page.getByRole('listitem').count()).to.equal(0);
  });

  it('says that the service is down when it loads a product', async () => {
    const { page, log } = await openExample();
    await page.getByRole('listitem').nth(1).waitFor();
    await service.stop();
    await find(page, '2');
    await status(page, DOWN);
    await log.take('net::ERR_CONNECTION_REFUSED');
  });
});

async function find(page: Page, id: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Id' }).fill(id);
  await page.getByRole('button', { name: 'Show' }).click();
}

/** Waits until the page shows `text` as its status. */
async function status(page: Page, text: string): Promise<void> {
  await page
    .getByRole('status')
    .and(page.getByText(text, { exact: true }))
    .waitFor();
}
