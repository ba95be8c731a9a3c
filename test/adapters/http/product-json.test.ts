import { expect } from 'chai';
import { serializeList, serializeProduct } from '../../../src/adapters/http/product-json.ts';
import { validateProducts } from '../../../src/domain/product.ts';

const tea = { id: 1, name: 'Tea', price: 3.5 };

/** Exactly the contract's fields. The bytes of a list that cannot change are kept. */
describe('serializeList', () => {
  it('is serialised once for an array that is frozen, with frozen products', () => {
    const products = validateProducts([tea]);
    expect(serializeList(products)).to.equal(serializeList(products));
    expect(serializeList(validateProducts([tea]))).not.to.equal(serializeList(products));
  });

  for (const [what, products] of [
    ['an array', [Object.freeze({ ...tea })]],
    ['a product', Object.freeze([{ ...tea }])],
  ] as const) {
    it(`is serialised each time if ${what} may change`, () => {
      expect(serializeList(products)).not.to.equal(serializeList(products));
    });
  }

  it('has only the three fields, in their order, and so has serializeProduct', () => {
    const tagged = { tags: ['new'], price: 1, name: 'Tea', id: 1 };
    expect(serializeProduct(tagged)).to.equal('{"id":1,"name":"Tea","price":1}');
    expect(serializeList([tagged]).toString()).to.equal(`[${serializeProduct(tagged)}]`);
  });
});
