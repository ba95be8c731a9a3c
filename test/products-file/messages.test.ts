import { expect } from 'chai';
import { formatProductCount } from '../../src/products-file/messages.ts';

describe('formatProductCount', () => {
  it('uses the singular for one product only', () => {
    const texts = [0, 1, 2].map(formatProductCount);
    expect(texts).to.deep.equal(['0 products', '1 product', '2 products']);
  });
});
