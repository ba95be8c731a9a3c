import { expect } from 'chai';
import { serializeList, serializeProduct } from '../../../src/adapters/http/response-format.ts';
import { validateProducts } from '../../../src/domain/product.ts';
import { TEA } from '../../support/tea.ts';

/** Exactly the contract's fields. The bytes of a list that cannot change are kept. */
describe('serializeList', () => {
  it('is serialised once for an array that is frozen, with frozen products', () => {
    const products = validateProducts([TEA]);
    expect(serializeList(products)).to.equal(serializeList(products));
    expect(serializeList(validateProducts([TEA]))).not.to.equal(serializeList(products));
  });

  for (const [what, products] of [
    ['an array', [Object.freeze({ ...TEA })]],
    ['one product', Object.freeze([...validateProducts([TEA]), { ...TEA }])],
  ] as const) {
    it(`is serialised each time if ${what} may change`, () => {
      expect(serializeList(products)).not.to.equal(serializeList(products));
    });
  }

  it('has only the fields of a product, in their order, and so has serializeProduct', () => {
    const { id, ...rest } = TEA;
    const tagged = { tags: ['new'], ...rest, id };
    expect(serializeProduct(tagged)).to.equal(JSON.stringify(TEA));
    expect(serializeList([tagged]).toString()).to.equal(`[${serializeProduct(tagged)}]`);
  });
});
