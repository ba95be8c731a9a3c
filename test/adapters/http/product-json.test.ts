import { expect } from 'chai';
import { listJson, productJson } from '../../../src/adapters/http/product-json.ts';
import { type Product, toProducts } from '../../../src/domain/product.ts';

const tea: Product = Object.freeze({ id: 1, name: 'Tea', price: 3.5 });

/** Exactly the contract's fields in UTF-8, serialised once for as long as the list cannot change. */
describe('listJson', () => {
  it('is the JSON of any number of products, in UTF-8', () => {
    for (const length of [0, 1, 499, 500, 501, 1000, 2500]) {
      const products = Array.from({ length }, (_, id) => ({ id, name: 'aé☕𝕏', price: id / 4 }));
      const isSame = listJson(products).toString() === JSON.stringify(products);
      expect(isSame, `${length} products`).to.equal(true);
    }
  });

  it('is serialised once for a frozen array', () => {
    const products = toProducts([tea]);
    expect(listJson(products)).to.equal(listJson(products));
    expect(listJson(toProducts([{ ...tea, id: 2 }]))).not.to.equal(listJson(products));
  });

  const array = [tea];
  const product = { ...tea };
  const changes: [what: string, products: readonly Product[], change: () => void][] = [
    ['an array', array, () => array.push(tea)],
    ['a product', Object.freeze([tea, product]), () => Object.assign(product, { name: 'Milk' })],
  ];
  for (const [what, products, change] of changes) {
    it(`is serialised again for ${what} that is not frozen`, () => {
      listJson(products);
      change();
      expect(listJson(products).toString()).to.equal(JSON.stringify(products));
    });
  }

  it('has only the three fields, in their order, and so has productJson', () => {
    const tagged = Object.freeze({ tags: ['new'], price: 1, name: 'Tea', id: 1 });
    expect(productJson(tagged)).to.equal('{"id":1,"name":"Tea","price":1}');
    expect(listJson([tagged]).toString()).to.equal(`[${productJson(tagged)}]`);
  });

  // What a program without types may hand in, and what would become of it.
  const promise: object = Promise.resolve([tea]);
  const refused: [what: string, serialise: () => unknown, message: string][] = [
    ['a promise: an empty list', () => listJson(promise as Product[]), 'an array'],
    ['promises: {}', () => listJson([promise as Product]), 'a product'],
    ['a promise as a product: {}', () => productJson(promise as Product), 'a product'],
  ];
  for (const [what, serialise, expected] of refused) {
    it(`refuses ${what}`, () => {
      const message = `the catalogue returned something other than ${expected}`;
      expect(serialise).to.throw(TypeError, message);
    });
  }
});
