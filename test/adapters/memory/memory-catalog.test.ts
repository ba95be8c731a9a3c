import { expect } from 'chai';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';
import { describeProductCatalog } from '../../domain/product-catalog.suite.ts';

const tea = { id: 1, name: 'Tea', price: 3 };
const milk = { id: 2, name: 'Milk', price: 1 };

describeProductCatalog('MemoryCatalog', (products) => new MemoryCatalog(products));

/** What it does beyond the port. */
describe('MemoryCatalog', () => {
  it('replaces all products in one step', async () => {
    const catalog = new MemoryCatalog([tea]);
    for (const products of [[milk], []]) {
      catalog.replace(products);
      expect(await catalog.list()).to.equal(products);
      expect(await catalog.findById(1)).to.equal(undefined);
      expect(await catalog.findById(2)).to.equal(products[0]);
    }
  });
});
