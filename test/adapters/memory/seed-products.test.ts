import { expect } from 'chai';
import { seedProducts } from '../../../src/adapters/memory/seed-products.ts';
import { toProducts } from '../../../src/domain/product.ts';

describe('seedProducts', () => {
  it('are three valid products with different ids', () => {
    expect(toProducts(seedProducts)).to.deep.equal(seedProducts);
    expect(new Set(seedProducts.map(({ id }) => id))).to.have.property('size', 3);
    for (const { name } of seedProducts) expect(name).not.to.equal('');
  });

  it('include a whole and a fractional price', () => {
    const whole = seedProducts.map(({ price }) => Number.isInteger(price));
    expect(whole).to.include(true).and.include(false);
  });
});
