import { expect } from 'chai';
import { findFaults, InvalidProductError, toProduct } from '../../src/domain/product.ts';

const valid = { id: 1, name: 'Tea', price: 3.5 };

describe('findFaults', () => {
  const products: [title: string, value: unknown][] = [
    ['a whole price', { ...valid, price: 4 }],
    ['a price of zero', { ...valid, price: 0 }],
    ['a negative price', { ...valid, price: -0.5 }],
    ['an id of zero', { ...valid, id: 0 }],
    ['a negative id', { ...valid, id: -7 }],
    ['the largest id', { ...valid, id: Number.MAX_SAFE_INTEGER }],
    ['the smallest id', { ...valid, id: Number.MIN_SAFE_INTEGER }],
    ['an empty name', { ...valid, name: '' }],
    ['its fields in another order', { price: 3.5, name: 'Tea', id: 1 }],
    ['no prototype', Object.assign(Object.create(null), valid)],
    ['inherited fields', Object.create(valid)],
  ];
  for (const [title, value] of products) {
    it(`finds no fault in a product with ${title}`, () => {
      expect(findFaults(value)).to.deep.equal([]);
    });
  }

  const integer = 'expected an integer from -9007199254740991 to 9007199254740991';
  const whole = ': expected an object with id, name and price';
  const price = '.price: expected a finite number';
  const extra = 'expected no field but id, name and price';
  const faults: [value: unknown, ...lines: string[]][] = [
    [null, `${whole}, got null`],
    [undefined, `${whole}, got nothing`],
    [7, `${whole}, got 7`],
    ['Tea', `${whole}, got "Tea"`],
    [[valid], `${whole}, got an array`],
    [{ name: 'Tea', price: 1 }, `.id: ${integer}, got nothing`],
    [{ ...valid, id: '1' }, `.id: ${integer}, got "1"`],
    [{ ...valid, id: 1.5 }, `.id: ${integer}, got 1.5`],
    [{ ...valid, id: 2 ** 53 }, `.id: ${integer}, got 9007199254740992`],
    [{ ...valid, id: Number.NaN }, `.id: ${integer}, got NaN`],
    [{ ...valid, id: 1n }, `.id: ${integer}, got 1`],
    [{ id: 1, price: 1 }, '.name: expected a string, got nothing'],
    [{ ...valid, name: null }, '.name: expected a string, got null'],
    [{ ...valid, name: { en: 'Tea' } }, '.name: expected a string, got an object'],
    [{ id: 1, name: 'Tea' }, `${price}, got nothing`],
    [{ ...valid, price: '12' }, `${price}, got "12"`],
    [{ ...valid, price: 'x'.repeat(40) }, `${price}, got "${'x'.repeat(40)}"`],
    [{ ...valid, price: 'x'.repeat(41) }, `${price}, got "${'x'.repeat(40)}"… (41 characters)`],
    [{ ...valid, price: true }, `${price}, got true`],
    [{ ...valid, price: Number.POSITIVE_INFINITY }, `${price}, got Infinity`],
    [{ ...valid, colour: 'green' }, `.colour: ${extra}, got "green"`],
    [{ ...valid, $1: 1 }, `.$1: ${extra}, got 1`],
    [{ ...valid, 'in stock': true }, `["in stock"]: ${extra}, got true`],
    [{ ...valid, '1a': true }, `["1a"]: ${extra}, got true`],
    [{ ...valid, 'a-b': true }, `["a-b"]: ${extra}, got true`],
    [
      JSON.parse('{ "id": 1, "name": "Tea", "price": 1, "__proto__": {} }'),
      `.__proto__: ${extra}, got an object`,
    ],
    [
      { name: 5, prise: 1 },
      `.id: ${integer}, got nothing`,
      '.name: expected a string, got 5',
      `${price}, got nothing`,
      `.prise: ${extra}, got 1`,
    ],
  ];
  for (const [value, ...lines] of faults) {
    it(`says: ${lines.join(', ')}`, () => {
      expect(findFaults(value)).to.deep.equal(lines);
    });
  }
});

describe('toProduct', () => {
  it('returns a frozen copy with the three fields', () => {
    const value = { ...valid };
    const product = toProduct(value, 0);
    expect(product).not.to.equal(value);
    expect(product).to.deep.equal(valid);
    expect(product).to.be.frozen;
  });

  it('throws for a value that is not a product, with its index and all its faults', () => {
    expect(() => toProduct({ id: 1, name: 5 }, 4))
      .to.throw(InvalidProductError)
      .with.property(
        'message',
        '[4].name: expected a string, got 5; [4].price: expected a finite number, got nothing',
      );
  });
});
