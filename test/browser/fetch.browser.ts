import { expect } from 'chai';
import { seedProducts } from '../../src/adapters/memory/seed-products.ts';
import { Service } from '../support/service.ts';
import { fetchInPage } from './support/fetch-in-page.ts';
import { serveFolder } from './support/http-server.ts';
import { openPage } from './support/open-page.ts';

const BLANK = new URL('blank.html', import.meta.url);
const [, second] = seedProducts;

describe('a fetch from a page', () => {
  const pages = serveFolder(new URL('.', BLANK));
  let service: Service;
  let list: string;

  before(async () => {
    service = new Service();
    list = await service.ready();
  });

  after(() => service?.kill());

  const responses: [target: string, status: number, body: unknown, init?: RequestInit][] = [
    ['/api/products', 200, seedProducts],
    ['/api/products/2', 200, second],
    ['/api/products/9', 404, { error: 'Product not found' }],
    ['/api/products/', 404, { error: 'Product not found' }],
    ['/api/products?page=2', 404, { error: 'Not found' }],
    ['/', 404, { error: 'Not found' }],
    ['/api/products/2', 200, second, { credentials: 'omit' }],
    ['/api/products/2', 200, second, { credentials: 'same-origin' }],
    ['/api/products/2', 200, second, { cache: 'reload' }],
    ['/api/products/2', 200, second, { cache: 'no-store' }],
    ['/api/products/2', 200, second, { mode: 'cors', redirect: 'error' }],
    ['/api/products/2', 200, second, { referrerPolicy: 'no-referrer' }],
    ['/api/products/2', 200, second, { headers: { Accept: 'application/json' } }],
  ];
  const places = [
    ['from another origin', async () => `${await pages}/blank.html`],
    ['from disk', async () => BLANK.href],
  ] as const;
  for (const [place, start] of places) {
    describe(place, () => {
      it('is cross-origin', async () => {
        const { page } = await openPage(await start());
        expect(await page.evaluate(() => origin)).not.to.equal(new URL(list).origin);
      });

      for (const [target, status, body, init = {}] of responses) {
        it(`reads ${target} and its exact Content-Type, with ${JSON.stringify(init)}`, async () => {
          const { page, log } = await openPage(await start());
          const url = new URL(target, list).href;
          expect(await fetchInPage(page, url, init)).to.deep.equal([
            { status, type: 'application/json', body },
          ]);
          if (status === 404) await log.take(`${url}: Failed to load resource`);
        });
      }

      it('reads twenty responses at once', async () => {
        const { page } = await openPage(await start());
        expect(await fetchInPage(page, list, {}, 20)).to.deep.equal(
          Array(20).fill({ status: 200, type: 'application/json', body: seedProducts }),
        );
      });
    });
  }
});
