import { expect } from 'chai';
import request from 'supertest';
import { createApp } from '../../../src/adapters/http/app.ts';
import { listJson } from '../../../src/adapters/http/product-json.ts';
import { type Product, toProducts } from '../../../src/domain/product.ts';

describe('listJson', () => {
  const tea: Product = { id: 1, name: 'Tea', price: 3.5 };

  const names: [what: string, nameOf: (id: number) => string][] = [
    ['short names', (id) => `Tea ${id}`],
    ['names of every width in UTF-8', (id) => 'aé☕𝕏\ud800'.repeat(id % 5)],
  ];
  for (const [what, nameOf] of names) {
    it(`is the JSON of any number of products with ${what}`, () => {
      for (const length of [0, 1, 2, 499, 500, 501, 1000, 2500]) {
        const products = Array.from({ length }, (_, id) => ({
          id,
          name: nameOf(id),
          price: id / 4,
        }));
        expect(listJson(products).toString() === JSON.stringify(products), `${length}`).to.equal(
          true,
        );
      }
    });
  }

  it('is serialised once for a frozen array', () => {
    const products = toProducts([tea]);
    expect(listJson(products)).to.equal(listJson(products));
  });

  const array = [Object.freeze(tea)];
  const product = { ...tea };
  const changes: [what: string, products: readonly Product[], change: () => void][] = [
    ['an array', array, () => array.push(tea)],
    ['a product', Object.freeze([product]), () => Object.assign(product, { name: 'Milk' })],
  ];
  for (const [what, products, change] of changes) {
    it(`is serialised again for ${what} that is not frozen`, () => {
      const before = listJson(products).toString();
      expect(before).to.equal(JSON.stringify(products));
      change();
      expect(listJson(products).toString())
        .to.equal(JSON.stringify(products))
        .and.not.equal(before);
    });
  }

  it('is not that of an array that the port returned before', async () => {
    let products = toProducts([tea]);
    const handler = createApp({ list: () => products, findById: () => undefined }).callback();
    expect((await request(handler).get('/api/products')).body).to.deep.equal([tea]);
    products = toProducts([{ ...tea, id: 2 }]);
    expect((await request(handler).get('/api/products')).body).to.deep.equal([{ ...tea, id: 2 }]);
  });
});
