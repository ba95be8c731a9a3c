import { expect } from 'chai';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';
import { InvalidProductError } from '../../../src/domain/invalid-product-error.ts';
import { toProducts } from '../../../src/domain/product.ts';
import { describeProductCatalog } from '../../domain/product-catalog.suite.ts';

const tea = { id: 1, name: 'Tea', price: 3 };
const milk = { id: 2, name: 'Milk', price: 1 };

describeProductCatalog('MemoryCatalog', (products) => new MemoryCatalog(products));

/** What it promises beyond the port: what it takes, and that it changes in one step. */
describe('MemoryCatalog', () => {
  it('replaces the list and the index, and takes an array of toProducts as it is', () => {
    const catalog = new MemoryCatalog([tea]);
    const products = toProducts([milk]);
    catalog.replace(products);
    expect(catalog.list()).to.equal(products);
    expect(catalog.findById(1)).to.equal(undefined);
    expect(catalog.findById(2)).to.equal(products[0]);
  });

  it('takes any iterable, and keeps its products if the replacement is refused', () => {
    const catalog = new MemoryCatalog(new Set([tea]));
    const before = catalog.list();
    expect(() => catalog.replace([milk, { ...milk, price: Number.NaN }])).to.throw(
      InvalidProductError,
      '1 of 2 products is not valid\n[1].price: expected a finite number, got NaN',
    );
    expect(catalog.list()).to.equal(before);
    expect(catalog.findById(1)).to.deep.equal(tea);
  });

  it('names each id that several products have once', () => {
    const repeatedOf = (...ids: number[]) =>
      new MemoryCatalog(ids.map((id) => ({ ...tea, id }))).repeatedIds();
    expect(repeatedOf(7, 0, 3)).to.deep.equal([]);
    expect(repeatedOf(7, 0, 7, 3, -0, 7)).to.deep.equal([7, 0]);
  });
});
