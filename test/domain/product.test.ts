import { expect } from 'chai';
import { InvalidProductError } from '../../src/domain/invalid-product-error.ts';
import { validateProducts } from '../../src/domain/product.ts';

const valid = { id: 1, name: 'Tea', price: 3.5 };
const shown = '{"id":1,"name":"Tea","price":3.5}';

/**
 * What makes a product valid, and what is said of values that are none. Tests `InvalidProductError` and `message.ts`,
 * too.
 */
describe('validateProducts', () => {
  for (const value of [
    { id: 0, name: '', price: 0 },
    { id: Number.MAX_SAFE_INTEGER, name: 'Tea', price: -0.5 },
    { id: Number.MIN_SAFE_INTEGER, name: 'Tea', price: 4 },
  ]) {
    it(`takes ${JSON.stringify(value)}`, () => {
      expect(validateProducts([value])).to.deep.equal([value]);
    });
  }

  it('returns frozen copies with the three fields, in their order, in a frozen array', () => {
    const { id, name, price } = valid;
    const values = [{ price, colour: 'green', name, id, ...JSON.parse('{"__proto__":1}') }];
    const products = validateProducts(values);
    expect(JSON.stringify(products)).to.equal(`[${shown}]`);
    for (const object of [products, ...products]) expect(object).to.be.frozen;
    for (const object of [values, ...values]) expect(object).not.to.be.frozen;
  });

  const whole = 'expected an object with id, name and price, got';
  const id = '[0].id: expected a whole number up to 9007199254740991, got';
  const price = '[0].price: expected a number, got';
  const inexact = 'a number too large to be exact';
  const long = 'x'.repeat(58);
  const refused: [value: unknown, ...lines: string[]][] = [
    [null, `[0]: ${whole} null`],
    [undefined, `[0]: ${whole} nothing`],
    [7, `[0]: ${whole} 7`],
    [[valid], `[0]: ${whole} [${shown}]`],
    [`${long}y`, `[0]: ${whole} "${long}y…`],
    [{ ...valid, id: '1' }, `${id} "1" in {"id":"1","name":"Tea","price":3.5}`],
    [{ ...valid, id: 1.5 }, `${id} 1.5 in {"id":1.5,"name":"Tea","price":3.5}`],
    [{ ...valid, id: 2 ** 53 }, `${id} ${inexact} in {"id":…,"name":"Tea","price":3.5}`],
    [{ ...valid, id: 1n }, `${id} 1 in an object`],
    [
      { ...valid, name: null },
      '[0].name: expected a string, got null in {"id":1,"name":null,"price":3.5}',
    ],
    [{ ...valid, price: -Infinity }, `${price} ${inexact} in {"id":1,"name":"Tea","price":…}`],
    [
      { id: 1, title: 'Assam, loose leaf', shop: 'Tea and more', name: '', price: '9' },
      `${price} "9" in {"id":1,"title":"Assam, loose leaf","shop":"Tea and more","n…`,
    ],
    [
      { name: 5, prise: 1 },
      `${id} nothing in {"name":5,"prise":1}`,
      '[0].name: expected a string, got 5 in {"name":5,"prise":1}',
      `${price} nothing in {"name":5,"prise":1}`,
    ],
  ];
  for (const [value, ...lines] of refused) {
    it(`says: ${lines.join(', ')}`, () => {
      expectRefusal([value], '1 of 1 product is not valid', ...lines);
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
      '1007 of 1008 products are not valid',
      `${price} "1" in {"id":1,"name":"Tea","price":"1"}`,
      `${id.replace('0', '2')} nothing in {"name":"","price":1}`,
      ...[3, 4, 5, 6, 7, 8, 9].map((index) => `[${index}]: ${whole} 0`),
      `${id.replace('0', '10')} nothing in {}`,
    );
  });
});

function expectRefusal(values: unknown[], ...lines: string[]): void {
  expect(() => validateProducts(values))
    .to.throw(InvalidProductError)
    .that.is.instanceOf(TypeError)
    .and.includes({ name: 'InvalidProductError', message: lines.join('\n') });
}
