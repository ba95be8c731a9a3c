import { expect } from 'chai';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';
import { InvalidProductError } from '../../../src/domain/invalid-product-error.ts';
import { type Product, toProducts } from '../../../src/domain/product.ts';
import { describeProductCatalog } from '../../domain/product-catalog.suite.ts';

const tea = { id: 1, name: 'Tea', price: 3 };
const milk = { id: 2, name: 'Milk', price: 1 };

describeProductCatalog('MemoryCatalog', (products) => new MemoryCatalog(products));

/** What it promises beyond the port: what it takes, and that it changes in one step. */
describe('MemoryCatalog', () => {
  it('copies its source, any iterable, and is not affected by later changes to it', () => {
    const product = { ...tea };
    const products = new Set([product]);
    const catalog = new MemoryCatalog(products);
    product.name = 'Coffee';
    products.add(milk);
    expect(catalog.list()).to.deep.equal([tea]);
    expect(catalog.findById(1)).to.deep.equal(tea);
  });

  it('replaces the list and the index, and takes an array of toProducts as it is', () => {
    const catalog = new MemoryCatalog([tea]);
    const products = toProducts([milk]);
    catalog.replace(products);
    expect(catalog.list()).to.equal(products);
    expect(catalog.findById(1)).to.equal(undefined);
    expect(catalog.findById(2)).to.equal(products[0]);
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

  const repeated: [ids: number[], expected: number[]][] = [
    [[7, 0, 3], []],
    [[3, 7, 0, 7], [7]],
    [
      [7, 0, 7, 3, -0, 7],
      [7, 0],
    ],
  ];
  for (const [ids, expected] of repeated) {
    it(`finds that ${expected} are repeated of the ids ${ids}`, () => {
      const catalog = new MemoryCatalog(ids.map((id) => ({ ...tea, id })));
      expect(catalog.repeatedIds().map(Number)).to.deep.equal(expected);
    });
  }

  const others: [value: unknown, words: string][] = [
    [undefined, 'nothing'],
    [null, 'null'],
    [5, '5'],
    [{}, 'an object'],
    ['[]', '"[]"'],
    [Promise.resolve([tea]), 'a Promise'],
  ];
  for (const [value, words] of others) {
    it(`refuses ${words}`, () => {
      expect(() => new MemoryCatalog(value as Product[]))
        .to.throw(TypeError)
        .with.property('message', `MemoryCatalog: expected an array of products, got ${words}`);
    });
  }
});
