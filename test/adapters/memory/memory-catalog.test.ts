import { expect } from 'chai';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';
import { InvalidProductError } from '../../../src/domain/invalid-product-error.ts';
import { type Product, toProducts } from '../../../src/domain/product.ts';
import { describeProductCatalog } from '../../domain/product-catalog.suite.ts';

describeProductCatalog('MemoryCatalog', (products) => new MemoryCatalog(products));
describeProductCatalog('MemoryCatalog after replace()', (products) => {
  const catalog = new MemoryCatalog([{ id: 9, name: 'Old', price: 9 }]);
  catalog.replace(products);
  return catalog;
});

describe('MemoryCatalog', () => {
  it('is not affected by later changes to its source', () => {
    const tea = { id: 1, name: 'Tea', price: 3 };
    const products = [tea];
    const catalog = new MemoryCatalog(products);
    tea.name = 'Coffee';
    products.push({ id: 2, name: 'Milk', price: 1 });
    expect(catalog.list()).to.deep.equal([{ id: 1, name: 'Tea', price: 3 }]);
    expect(catalog.findById(1)).to.deep.equal({ id: 1, name: 'Tea', price: 3 });
    expect(catalog.findById(2)).to.equal(undefined);
  });

  it('replaces the list and the index, and does not change the list that it returned before', () => {
    const tea = { id: 1, name: 'Tea', price: 3 };
    const milk = { id: 2, name: 'Milk', price: 1 };
    const catalog = new MemoryCatalog([tea]);
    const before = catalog.list();
    catalog.replace([milk]);
    expect(before).to.deep.equal([tea]);
    expect(catalog.list()).to.deep.equal([milk]).and.to.be.frozen;
    expect(catalog.findById(1)).to.equal(undefined);
    expect(catalog.findById(2)).to.deep.equal(milk);
    expect(catalog.list()).to.equal(catalog.list());
  });

  it('keeps its products where the replacement is refused', () => {
    const tea = { id: 1, name: 'Tea', price: 3 };
    const catalog = new MemoryCatalog([tea]);
    const before = catalog.list();
    const wrong = [{ id: 2, name: 'Milk', price: Number.NaN }];
    expect(() => catalog.replace(wrong)).to.throw(InvalidProductError);
    expect(catalog.list()).to.equal(before);
    expect(catalog.findById(1)).to.deep.equal(tea);
  });

  it('takes an array of toProducts as it is', () => {
    const products = toProducts([{ id: 1, name: 'Tea', price: 3 }]);
    expect(new MemoryCatalog(products).list()).to.equal(products);
  });

  it('accepts any iterable', () => {
    const products = new Set<Product>([{ id: 1, name: 'Tea', price: 3 }]);
    expect(new MemoryCatalog(products).list()).to.have.length(1);
  });

  it('refuses a value that is not a product, and names its index', () => {
    const products = [
      { id: 1, name: 'Tea', price: 3 },
      { id: 2, name: 'Milk', price: Number.NaN },
    ];
    expect(() => new MemoryCatalog(products)).to.throw(
      InvalidProductError,
      '1 of 2 products is not valid\n[1].price: expected a finite number, got NaN',
    );
  });
});
