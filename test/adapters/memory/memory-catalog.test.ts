import { expect } from 'chai';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';
import { describeProductCatalog } from '../../domain/product-catalog.suite.ts';
import { TEA } from '../../support/tea.ts';

const milk = { ...TEA, id: 8, name: 'Milk' };

describeProductCatalog('MemoryCatalog', (products) => new MemoryCatalog(products));

/** What it does beyond the port. */
describe('MemoryCatalog', () => {
  it('lists products in the order that it is given, and finds the first of several with one id', async () => {
    const products = [milk, TEA, { ...milk, name: 'Never found' }];
    const catalog = new MemoryCatalog(products);
    expect(await catalog.list()).to.equal(products);
    expect(await catalog.findById(milk.id)).to.equal(milk);
  });

  it('replaces all products in one step', async () => {
    const catalog = new MemoryCatalog([TEA]);
    for (const products of [[milk], []]) {
      catalog.replace(products);
      expect(await catalog.list()).to.equal(products);
      expect(await catalog.findById(TEA.id)).to.equal(undefined);
      expect(await catalog.findById(milk.id)).to.equal(products[0]);
    }
  });
});
