import { expect } from 'chai';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';

const tea = { id: 1, name: 'Tea', price: 3 };
const milk = { id: 2, name: 'Milk', price: 1 };

/** What it does beyond the port, whose tests are in test/domain. */
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

  it('freezes nothing of its caller', () => {
    const products = [{ ...tea }];
    new MemoryCatalog(products);
    for (const object of [products, ...products]) expect(object).not.to.be.frozen;
  });
});
