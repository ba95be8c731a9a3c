import { expect } from 'chai';
import { seedProducts } from '../../../src/adapters/memory/seed-products.ts';
import { toProducts } from '../../../src/domain/product.ts';

/** The contract fixes only their number. */
describe('seedProducts', () => {
  it('are three valid products with different ids', () => {
    expect(toProducts(seedProducts)).to.deep.equal(seedProducts);
    expect(new Set(seedProducts.map(({ id }) => id))).to.have.property('size', 3);
  });
});
