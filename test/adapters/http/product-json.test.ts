import { expect } from 'chai';
import { listJson, productJson } from '../../../src/adapters/http/product-json.ts';
import { validateProducts } from '../../../src/domain/product.ts';

const tea = { id: 1, name: 'Tea', price: 3.5 };

/** Exactly the contract's fields. The bytes of a list that cannot change are kept. */
describe('listJson', () => {
  it('is serialised once for an array that is frozen, with frozen products', () => {
    const products = validateProducts([tea]);
    expect(listJson(products)).to.equal(listJson(products));
    expect(listJson(validateProducts([tea]))).not.to.equal(listJson(products));
  });

  for (const [what, products] of [
    ['an array', [Object.freeze({ ...tea })]],
    ['a product', Object.freeze([{ ...tea }])],
  ] as const) {
    it(`is serialised each time if ${what} may change`, () => {
      expect(listJson(products)).not.to.equal(listJson(products));
    });
  }

  it('has only the three fields, in their order, and so has productJson', () => {
    const tagged = { tags: ['new'], price: 1, name: 'Tea', id: 1 };
    expect(productJson(tagged)).to.equal('{"id":1,"name":"Tea","price":1}');
    expect(listJson([tagged]).toString()).to.equal(`[${productJson(tagged)}]`);
  });
});
