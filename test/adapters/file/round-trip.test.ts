import { expect } from 'chai';
import fc from 'fast-check';
import request from 'supertest';
import { loadProducts } from '../../../src/adapters/file/catalog-file.ts';
import { createApp } from '../../../src/adapters/http/app.ts';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';

describe('a catalogue file', () => {
  const folder = new TemporaryFolder();

  it('is served as it was written, product for product and byte for byte', async () => {
    const product = fc.record(
      {
        id: fc.maxSafeInteger(),
        // Any character, half a surrogate pair included.
        name: fc.string({
          unit: fc.integer({ min: 0, max: 0xffff }).map((c) => String.fromCharCode(c)),
        }),
        // JSON has no -0: it is written as 0.
        price: fc.double({ noNaN: true, noDefaultInfinity: true }).map((price) => price + 0),
      },
      { noNullPrototype: true },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(product), fc.nat({ max: 3 }), async (products, indent) => {
        const path = folder.write('products.json', JSON.stringify(products, null, indent));
        const app = createApp(new MemoryCatalog(await loadProducts(path)));
        const response = await request(app.callback()).get('/api/products');
        expect(response.body).to.deep.equal(products);
        expect(response.text).to.equal(JSON.stringify(products));
      }),
      { numRuns: 300 },
    );
  });
});
