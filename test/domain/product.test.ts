import { expect } from 'chai';
import { InvalidProductError } from '../../src/domain/invalid-product-error.ts';
import { toProducts } from '../../src/domain/product.ts';

const valid = { id: 1, name: 'Tea', price: 3.5 };

/**
 * What makes a product valid, and what is said of values that are none. Tests `InvalidProductError` and
 * `wording.ts`, too. The tests of `MemoryCatalog` have that products and arrays are frozen, and that an array
 * is taken as it is.
 */
describe('toProducts', () => {
  for (const value of [
    { id: 0, name: '', price: 0 },
    { id: Number.MAX_SAFE_INTEGER, name: 'Tea', price: -0.5 },
    { id: Number.MIN_SAFE_INTEGER, name: 'Tea', price: 4 },
  ]) {
    it(`takes ${JSON.stringify(value)}`, () => {
      expect(toProducts([value])).to.deep.equal([value]);
    });
  }

  it('returns copies with the three fields, in their order', () => {
    const { id, name, price } = valid;
    const values = [{ price, colour: 'green', name, id, ...JSON.parse('{"__proto__":1}') }];
    const products = toProducts(new Set(values));
    expect(JSON.stringify(products)).to.equal('[{"id":1,"name":"Tea","price":3.5}]');
    expect(values[0]).not.to.be.frozen;
  });

  it('copies an array that it has not made, even if it is frozen', () => {
    const frozen = Object.freeze([Object.freeze({ ...valid })]);
    expect(toProducts(frozen)).not.to.equal(frozen);
  });

  const whole = 'expected an object with id, name and price, got';
  const id = '[0].id: expected a whole number up to 9007199254740991, got';
  const long = 'x'.repeat(40);
  const refused: [value: unknown, ...lines: string[]][] = [
    [null, `[0]: ${whole} null`],
    [undefined, `[0]: ${whole} nothing`],
    [7, `[0]: ${whole} 7`],
    [[valid], `[0]: ${whole} an array`],
    [{ ...valid, id: '1' }, `${id} "1"`],
    [{ ...valid, id: { valueOf: 0, toString: 0 } }, `${id} an object`],
    [{ ...valid, id: 1.5 }, `${id} 1.5`],
    [{ ...valid, id: 2 ** 53 }, `${id} 9007199254740992`],
    [{ ...valid, id: -Infinity }, `${id} -Infinity`],
    [{ ...valid, name: null }, '[0].name: expected a string, got null'],
    [{ ...valid, price: valid.toString }, '[0].price: expected a number, got a function'],
    [{ ...valid, price: '"1"\n' }, '[0].price: expected a number, got "\\"1\\"\\n"'],
    [
      { ...valid, price: '\u009b31m\u007f\u202e\u2069\u00a0\u2028 é🍵' },
      '[0].price: expected a number, got "\\u009b31m\\u007f\\u202e\\u2069\\u00a0\\u2028 é🍵"',
    ],
    [{ ...valid, price: long }, `[0].price: expected a number, got "${long}"`],
    [
      { ...valid, price: `${long}x` },
      `[0].price: expected a number, got "${long}"… (41 characters)`,
    ],
    [{ ...valid, price: Infinity }, '[0].price: expected a number, got Infinity'],
    [
      { name: 5, prise: 1, toString: '\n' },
      `${id} nothing, but "prise", "toString"`,
      '[0].name: expected a string, got 5',
      '[0].price: expected a number, got nothing, but "prise", "toString"',
    ],
  ];
  for (const [value, ...lines] of refused) {
    it(`says: ${lines.join(', ')}`, () => {
      expectRefusal([value], '1 of 1 product is not valid', ...lines);
    });
  }

  for (const [value, words] of [
    [undefined, 'nothing'],
    [{}, 'an object'],
    [Promise.resolve([valid]), 'a Promise'],
    ['products.json', '"products.json"'],
  ] as const) {
    it(`refuses ${words} in place of an array`, () => {
      expect(() => toProducts(value as unknown[]))
        .to.throw(TypeError)
        .with.property('message', `expected an array of products, got ${words}`);
    });
  }

  it('counts the wrong products, and lists the first ten faults', () => {
    const values = [
      { ...valid, price: '1' },
      valid,
      { name: '', price: 1 },
      ...Array(7).fill(0),
      // The first of its three faults is the tenth of all.
      {},
      ...Array(997).fill(0),
    ];
    expectRefusal(
      values,
      '1,007 of 1,008 products are not valid',
      '[0].price: expected a number, got "1"',
      `${id.replace('0', '2')} nothing`,
      ...[3, 4, 5, 6, 7, 8, 9].map((index) => `[${index}]: ${whole} 0`),
      `${id.replace('0', '10')} nothing`,
    );
  });
});

function expectRefusal(values: unknown[], ...lines: string[]): void {
  expect(() => toProducts(values))
    .to.throw(InvalidProductError)
    .that.is.instanceOf(TypeError)
    .and.includes({ name: 'InvalidProductError', message: lines.join('\n') });
}
