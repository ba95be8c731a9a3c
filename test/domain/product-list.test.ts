import { expect } from 'chai';
import { InvalidProductError } from '../../src/domain/product.ts';
import { toProducts } from '../../src/domain/product-list.ts';

const tea = { id: 1, name: 'Tea', price: 3.5 };
const milk = { id: 2, name: 'Milk', price: 1 };

describe('toProducts', () => {
  it('gives a frozen array of frozen copies, in their order', () => {
    const values = [tea, milk];
    const products = toProducts(values);
    expect(products).to.deep.equal(values).and.to.be.frozen;
    for (const [index, product] of products.entries()) {
      expect(product).not.to.equal(values[index]);
      expect(product).to.be.frozen;
    }
  });

  it('gives an array that it made as it is, and no other', () => {
    const products = toProducts([tea]);
    expect(toProducts(products)).to.equal(products);
    const alike = Object.freeze([Object.freeze({ ...tea })]);
    expect(toProducts(alike)).to.deep.equal(alike);
    expect(toProducts(alike)).not.to.equal(alike);
  });

  it('throws for the first value that is no product', () => {
    const values = [tea, { ...tea, id: 'a' }, { ...tea, name: 5 }];
    expect(() => toProducts(values)).to.throw(InvalidProductError, /^id: expected .*, got "a"$/);
  });

  it('tells of each such value instead, by its index, and goes without it', () => {
    const refused: [index: number, fields: (string | undefined)[]][] = [];
    const products = toProducts(
      [null, tea, { id: 1, name: 5, price: '' }, milk],
      (faults, index) => {
        refused.push([index, faults.map(({ field }) => field)]);
      },
    );
    expect(products).to.deep.equal([tea, milk]);
    expect(refused).to.deep.equal([
      [0, [undefined]],
      [2, ['name', 'price']],
    ]);
  });
});
