import { expect } from 'chai';
import request from 'supertest';
import { createApp } from '../../../src/adapters/http/app.ts';
import { listJson } from '../../../src/adapters/http/product-json.ts';
import type { Product } from '../../../src/domain/product.ts';
import { toProducts } from '../../../src/domain/product-list.ts';

describe('listJson', () => {
  const tea: Product = { id: 1, name: 'Tea', price: 3.5 };

  const names: [what: string, nameOf: (id: number) => string][] = [
    ['short ones', (id) => `Tea ${id}`],
    ['of every width in UTF-8', (id) => 'aé☕𝕏\ud800'.repeat(id % 5)],
    ['ever longer ones', (id) => 'é'.repeat(id / 2)],
    ['ever shorter ones', (id) => '☕'.repeat((2500 - id) / 2)],
    ['far wider ones later', (id) => (id < 500 ? 'x' : '☕'.repeat(1000))],
    ['a long one at last', (id) => 'x'.repeat(id < 2499 ? 1 : 1_000_000)],
  ];
  for (const [what, nameOf] of names) {
    it(`is the JSON of so many products, with names: ${what}`, () => {
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

  it('is whole where all its length is in the first products', () => {
    const length = 50_000;
    const long = 'x'.repeat(100_000);
    const products = Array.from({ length }, (_, id) => ({
      id,
      name: id < 500 ? long : '',
      price: 1,
    }));
    expect(listJson(products).toString() === JSON.stringify(products)).to.equal(true);
  });

  it('is serialised once for an array that can never change', () => {
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
    it(`follows ${what} that can change`, () => {
      const before = listJson(products).toString();
      expect(before).to.equal(JSON.stringify(products));
      change();
      expect(listJson(products).toString())
        .to.equal(JSON.stringify(products))
        .and.not.equal(before);
    });
  }

  it('is never that of an array which the port handed out before', async () => {
    let products = toProducts([tea]);
    const handler = createApp({ list: () => products, findById: () => undefined }).callback();
    expect((await request(handler).get('/api/products')).body).to.deep.equal([tea]);
    products = toProducts([{ ...tea, id: 2 }]);
    expect((await request(handler).get('/api/products')).body).to.deep.equal([{ ...tea, id: 2 }]);
  });
});
