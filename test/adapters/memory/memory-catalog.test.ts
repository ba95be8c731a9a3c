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
  it('takes any iterable, and then an array of toProducts as it is', () => {
    const catalog = new MemoryCatalog(new Set([tea]));
    const products = toProducts([milk]);
    catalog.replace(products);
    expect(catalog.list()).to.equal(products);
    expect([catalog.findById(1), catalog.findById(2)]).to.deep.equal([undefined, milk]);
  });

  it('keeps its products if the replacement is refused', () => {
    const catalog = new MemoryCatalog([tea]);
    const invalid = [milk, { ...milk, price: Number.NaN }];
    expect(() => catalog.replace(invalid)).to.throw(InvalidProductError);
    expect(catalog.list()).to.deep.equal([tea]);
    expect([catalog.findById(1), catalog.findById(2)]).to.deep.equal([tea, undefined]);
  });

  it('names each id that several products have once', () => {
    const repeatedOf = (...ids: number[]) =>
      new MemoryCatalog(ids.map((id) => ({ ...tea, id }))).repeatedIds();
    expect(repeatedOf(7, 0, 3)).to.deep.equal([]);
    expect(repeatedOf(7, 0, 7, 3, -0, 7)).to.deep.equal([7, 0]);
  });
});
