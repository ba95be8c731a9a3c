import { expect } from 'chai';
import { InvalidProductsError, validateProducts } from '../../src/domain/product.ts';
import { TEA } from '../support/tea.ts';

/** What makes a product valid, and what is said of a value that is not one. */
describe('validateProducts', () => {
  for (const value of [
    { ...TEA, id: 0, name: '', price: 0 },
    { ...TEA, id: Number.MAX_SAFE_INTEGER, price: -0.5 },
    { ...TEA, id: Number.MIN_SAFE_INTEGER, price: 1e20 },
  ]) {
    it(`takes ${JSON.stringify(value)}`, () => {
      expect(validateProducts([value])).to.deep.equal([value]);
    });
  }

  it('returns a frozen array of frozen copies with exactly the fields of a product, in their order', () => {
    const reversed = Object.fromEntries(Object.entries({ ...TEA, colour: 'green' }).reverse());
    const values = [reversed];
    const products = validateProducts(values);
    expect(JSON.stringify(products)).to.equal(JSON.stringify([TEA]));
    for (const object of [products, ...products]) expect(object).to.be.frozen;
    for (const object of [values, ...values]) expect(object).not.to.be.frozen;
  });

  const object = '[0]: expected an object';
  const wholeNumber = 'expected a whole number of at most 15 digits';
  const id = `[0].id: ${wholeNumber}`;
  const name = '[0].name: expected a string';
  const price = '[0].price: expected a number';
  const refused: [what: string, value: unknown, ...lines: string[]][] = [
    ['null', null, `${object}, got null`],
    ['an array', [TEA], `${object}, got an array`],
    ['an id that is a string', { ...TEA, id: '1' }, `${id}, got a string`],
    ['an id of 1.5', { ...TEA, id: 1.5 }, `${id}, got 1.5`],
    // Larger numbers may have been rounded, so their digits may not be those of a file.
    ['an id of 2 ** 53', { ...TEA, id: 2 ** 53 }, `${id}, got a larger number`],
    ['an id of -(2 ** 53)', { ...TEA, id: -(2 ** 53) }, `${id}, got a larger number`],
    ['a name that is true', { ...TEA, name: true }, `${name}, got a boolean`],
    ['a price that is an object', { ...TEA, price: {} }, `${price}, got an object`],
    ['an infinite price', { ...TEA, price: Infinity }, `${price}, got a larger number`],
    [
      'several wrong fields',
      { ...TEA, id: undefined, name: Number.MAX_SAFE_INTEGER, price: null, prise: 1 },
      `[0].id: missing, ${wholeNumber}`,
      `${name}, got 9007199254740991`,
      `${price}, got null`,
    ],
  ];
  for (const [what, value, ...lines] of refused) {
    it(`refuses ${what}`, () => {
      const message = ['invalid products: 1 of 1', ...lines].join('\n');
      expect(() => validateProducts([value]))
        .to.throw(InvalidProductsError)
        .with.property('message', message);
    });
  }

  it('counts the wrong values, and gives the first five faults with their paths', () => {
    const wrong = (index: number) => `[${index}]: expected an object, got 7`;
    const faults = [1, 2, 3, 4].map((index) => ({ path: [index], message: wrong(index) }));
    const message = `[5].id: ${wholeNumber}, got a string`;
    expect(() => validateProducts([TEA, 7, 7, 7, 7, { ...TEA, id: '', name: 1 }, 7]))
      .to.throw(InvalidProductsError)
      .that.deep.includes({
        name: 'InvalidProductsError',
        summary: 'invalid products: 6 of 7',
        faults: [...faults, { path: [5, 'id'], message }],
      });
  });
});
