import { expect } from 'chai';
import { InvalidProductError } from '../../src/domain/invalid-product-error.ts';
import { validateProducts } from '../../src/domain/product.ts';

const valid = { id: 1, name: 'Tea', price: 3.5 };
const shown = '{"id":1,"name":"Tea","price":3.5}';

/**
 * What makes a product valid, and what is said of values that are none. Tests `InvalidProductError`
 * and `message.ts`, too.
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

  const id = '[0].id: expected a whole number up to 9007199254740991, got';
  const name = '[0].name: expected a string, got';
  const price = '[0].price: expected a number, got';
  const inexact = 'a number too large to be exact';
  const long = 'x'.repeat(58);
  const refused: [value: unknown, ...lines: string[]][] = [
    [null, ...[id, name, price].map((line) => `${line} nothing in null`)],
    [undefined, ...[id, name, price].map((line) => `${line} nothing in nothing`)],
    [7, ...[id, name, price].map((line) => `${line} nothing in 7`)],
    [[valid], ...[id, name, price].map((line) => `${line} nothing in [${shown}]`)],
    [`${long}y`, ...[id, name, price].map((line) => `${line} nothing in "${long}y…`)],
    [{ ...valid, id: '1' }, `${id} "1" in {"id":"1","name":"Tea","price":3.5}`],
    [{ ...valid, id: 1.5 }, `${id} 1.5 in {"id":1.5,"name":"Tea","price":3.5}`],
    [{ ...valid, id: 2 ** 53 }, `${id} ${inexact}`],
    [{ ...valid, id: 1n }, `${id} 1 in an object`],
    [{ ...valid, name: null }, `${name} null in {"id":1,"name":null,"price":3.5}`],
    [{ ...valid, price: -Infinity }, `${price} ${inexact}`],
    [
      { id: 1, title: 'Assam, loose leaf', shop: 'Tea and more', name: '', price: '9' },
      `${price} "9" in {"id":1,"title":"Assam, loose leaf","shop":"Tea and more","n…`,
    ],
    [
      { name: 5, prise: 1 },
      `${id} nothing in {"name":5,"prise":1}`,
      `${name} 5 in {"name":5,"prise":1}`,
      `${price} nothing in {"name":5,"prise":1}`,
    ],
  ];
  for (const [value, ...lines] of refused) {
    it(`says: ${lines.join(', ')}`, () => {
      expectRefusal([value], '1 of 1 product is not valid', ...lines);
    });
  }

  it('counts the wrong products, and describes the first ten faults', () => {
    const wrong = { ...valid, price: '1' };
    // The first of the three faults of 7 is the tenth of all.
    const values = [...Array(9).fill(wrong), valid, 7, ...Array(997).fill(0)];
    const shownWrong = '{"id":1,"name":"Tea","price":"1"}';
    expectRefusal(
      values,
      '1007 of 1008 products are not valid',
      ...Array.from(
        { length: 9 },
        (_, index) => `${price.replace('0', `${index}`)} "1" in ${shownWrong}`,
      ),
      `${id.replace('[0]', '[10]')} nothing in 7`,
    );
  });
});

function expectRefusal(values: unknown[], ...lines: string[]): void {
  expect(() => validateProducts(values))
    .to.throw(InvalidProductError)
    .that.is.instanceOf(TypeError)
    .and.includes({ name: 'InvalidProductError', message: lines.join('\n') });
}
