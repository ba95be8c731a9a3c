import { expect } from 'chai';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';
import { InvalidProductError, type Product } from '../../../src/domain/product.ts';
import { describeProductCatalog } from '../../domain/product-catalog.suite.ts';

describeProductCatalog('MemoryCatalog', (products) => new MemoryCatalog(products));

describe('MemoryCatalog', () => {
  it('is not reached by later changes to what it was made from', () => {
    const tea = { id: 1, name: 'Tea', price: 3 };
    const products = [tea];
    const catalog = new MemoryCatalog(products);
    tea.name = 'Coffee';
    products.push({ id: 2, name: 'Milk', price: 1 });
    expect(catalog.list()).to.deep.equal([{ id: 1, name: 'Tea', price: 3 }]);
    expect(catalog.findById(1)).to.deep.equal({ id: 1, name: 'Tea', price: 3 });
    expect(catalog.findById(2)).to.equal(undefined);
  });

  it('takes any iterable', () => {
    const products = new Set<Product>([{ id: 1, name: 'Tea', price: 3 }]);
    expect(new MemoryCatalog(products).list()).to.have.length(1);
  });

  it('refuses what is not a product, by its index', () => {
    const products = [
      { id: 1, name: 'Tea', price: 3 },
      { id: 2, name: 'Milk', price: Number.NaN },
    ];
    expect(() => new MemoryCatalog(products)).to.throw(
      InvalidProductError,
      '[1].price: expected a finite number, got NaN',
    );
  });
});
