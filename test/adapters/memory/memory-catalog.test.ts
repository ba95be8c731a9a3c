import { expect } from 'chai';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';
import { InvalidProductError } from '../../../src/domain/invalid-product-error.ts';
import { type Product, toProducts } from '../../../src/domain/product.ts';
import { describeProductCatalog } from '../../domain/product-catalog.suite.ts';

const tea = { id: 1, name: 'Tea', price: 3 };
const milk = { id: 2, name: 'Milk', price: 1 };

describeProductCatalog('MemoryCatalog', (products) => new MemoryCatalog(products));
describeProductCatalog('MemoryCatalog after replace()', (products) => {
  const catalog = new MemoryCatalog([{ id: 9, name: 'Old', price: 9 }]);
  catalog.replace(products);
  return catalog;
});

/** What it promises beyond the port: what it takes, and that it changes in one step. */
describe('MemoryCatalog', () => {
  it('is not affected by later changes to its source', () => {
    const product = { ...tea };
    const products = [product];
    const catalog = new MemoryCatalog(products);
    product.name = 'Coffee';
    products.push(milk);
    expect(catalog.list()).to.deep.equal([tea]);
    expect(catalog.findById(1)).to.deep.equal(tea);
    expect(catalog.findById(2)).to.equal(undefined);
  });

  it('replaces the list and the index, and does not change the list that it returned before', () => {
    const catalog = new MemoryCatalog([tea]);
    const before = catalog.list();
    catalog.replace([milk]);
    expect(before).to.deep.equal([tea]);
    expect(catalog.list()).to.deep.equal([milk]).and.to.be.frozen;
    expect(catalog.findById(1)).to.equal(undefined);
    expect(catalog.findById(2)).to.deep.equal(milk);
    expect(catalog.list()).to.equal(catalog.list());
  });

  it('keeps its products if the replacement is refused', () => {
    const catalog = new MemoryCatalog([tea]);
    const before = catalog.list();
    expect(() => catalog.replace([milk, { ...milk, price: Number.NaN }])).to.throw(
      InvalidProductError,
      '1 of 2 products is not valid\n[1].price: expected a finite number, got NaN',
    );
    expect(catalog.list()).to.equal(before);
    expect(catalog.findById(1)).to.deep.equal(tea);
  });

  it('takes an array of toProducts as it is, and any other iterable', () => {
    const products = toProducts([tea]);
    expect(new MemoryCatalog(products).list()).to.equal(products);
    expect(new MemoryCatalog(new Set<Product>([tea])).list()).to.deep.equal([tea]);
  });

  for (const value of [undefined, null, 5, {}]) {
    it(`refuses ${JSON.stringify(value)}`, () => {
      expect(() => new MemoryCatalog(value as unknown as Product[]))
        .to.throw(TypeError)
        .with.property('message', 'MemoryCatalog: expected an array of products');
    });
  }
});
