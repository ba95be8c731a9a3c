import { expect } from 'chai';
import { seedProducts } from '../../src/adapters/memory/seed-products.ts';
import { type CatalogService, startService } from './support/catalog-service.ts';
import { fetchInPage } from './support/fetch-in-page.ts';
import { type HttpServer, serveFiles } from './support/http-server.ts';
import { openPage } from './support/open-page.ts';

const HERE = new URL('./', import.meta.url);
const [, second] = seedProducts;

describe('a fetch from a page', () => {
  let service: CatalogService;
  let pages: HttpServer;

  before(async () => {
    service = await startService();
    pages = await serveFiles(HERE);
  });

  after(async () => {
    await service?.stop();
    await pages?.stop();
  });

  const origins = [
    ['from another origin', () => `${pages.origin}/blank.html`],
    ['from disk', () => new URL('blank.html', HERE).href],
  ] as const;
  for (const [where, address] of origins) {
    describe(where, () => {
      it('is cross-origin', async () => {
        const { page } = await openPage(address());
        expect(await page.evaluate(() => origin)).not.to.equal(service.origin);
      });

      const resources = [
        ['/api/products', 200, seedProducts],
        ['/api/products/2', 200, second],
      ] as const;
      for (const [target, status, body] of resources) {
        it(`reads ${target} and its exact Content-Type`, async () => {
          const { page } = await openPage(address());
          expect(await fetchInPage(page, service.origin + target)).to.deep.equal([
            { status, type: 'application/json', body },
          ]);
        });
      }

      const errors = [
        ['/api/products/9', 'Product not found'],
        ['/api/products/', 'Product not found'],
        ['/api/products?page=2', 'Not found'],
        ['/', 'Not found'],
      ] as const;
      for (const [target, error] of errors) {
        it(`reads the error for ${target}`, async () => {
          const { page, log } = await openPage(address());
          const url = service.origin + target;
          expect(await fetchInPage(page, url)).to.deep.equal([
            { status: 404, type: 'application/json', body: { error } },
          ]);
          await log.take(
            `${url}: Failed to load resource: the server responded with a status of 404`,
          );
        });
      }

      const inits: RequestInit[] = [
        { credentials: 'omit' },
        { credentials: 'same-origin' },
        { cache: 'reload' },
        { cache: 'no-store' },
        { mode: 'cors', redirect: 'error', referrerPolicy: 'no-referrer' },
        { headers: { Accept: 'application/json' } },
      ];
      for (const init of inits) {
        it(`may set ${JSON.stringify(init)}`, async () => {
          const { page } = await openPage(address());
          expect(await fetchInPage(page, `${service.origin}/api/products/2`, init)).to.deep.equal([
            { status: 200, type: 'application/json', body: second },
          ]);
        });
      }

      it('may run twenty times in parallel', async () => {
        const { page } = await openPage(address());
        const responses = await fetchInPage(page, `${service.origin}/api/products`, {}, 20);
        expect(responses).to.deep.equal(
          Array(20).fill({ status: 200, type: 'application/json', body: seedProducts }),
        );
      });
    });
  }
});
