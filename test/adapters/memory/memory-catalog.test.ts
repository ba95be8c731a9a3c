import { expect } from 'chai';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';
import { describeProductCatalog } from '../../domain/product-catalog.suite.ts';

const tea = { id: 1, name: 'Tea', price: 3 };
const milk = { id: 2, name: 'Milk', price: 1 };

describeProductCatalog('MemoryCatalog', (products) => new MemoryCatalog(products));

/** What it promises beyond the port. */
describe('MemoryCatalog', () => {
  it('replaces all products in one step', () => {
    const catalog = new MemoryCatalog([tea]);
    catalog.replace([milk]);
    expect(catalog.list()).to.deep.equal([milk]);
    expect([catalog.findById(1), catalog.findById(2)]).to.deep.equal([undefined, milk]);
  });

  it('takes an array as it is, and freezes it, so that a later push throws', () => {
    const products = [tea];
    const catalog = new MemoryCatalog(products);
    expect(catalog.list()).to.equal(products);
    expect(() => products.push(milk)).to.throw(TypeError);
    expect(catalog.list()).to.deep.equal([tea]);
  });
});
