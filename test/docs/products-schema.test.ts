import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { expect } from 'chai';
import { PRODUCT_FIELDS } from '../../src/domain/product.ts';
import { parseProducts } from '../../src/products-file/parse-products.ts';
import { ProductsFileError } from '../../src/products-file/products-file-error.ts';
import { TEA } from '../support/tea.ts';

const MAX = Number.MAX_SAFE_INTEGER;
/** Tried as the value of each field. `undefined` leaves the field out. */
const VALUES = [undefined, null, '', '9', true, 0, 1.5, -0.5, MAX, MAX + 1, -MAX, -MAX - 1];

/** An editor that knows the schema says of a file what the service says. */
describe('docs/products.schema.json', () => {
  let isValid: ValidateFunction;
  before(() => {
    const schema = JSON.parse(readFileSync('docs/products.schema.json', 'utf8'));
    isValid = new Ajv({ allowUnionTypes: true }).compile(schema);
  });

  /** Whether the service takes the file. */
  function isTaken(file: unknown): boolean {
    try {
      parseProducts(JSON.stringify(file), 'products.json', () => {});
      return true;
    } catch (error) {
      if (error instanceof ProductsFileError) return false;
      throw error;
    }
  }

  const files: [what: string, file: unknown, isValid: boolean][] = [
    ['an empty array', [], true],
    ['products with other fields', [TEA, { ...TEA, image: null }], true],
    ['products with the schema', { $schema: 'products.schema.json', products: [TEA] }, true],
    ['a product', TEA, false],
    ['a number', 7, false],
    ['an object under "products"', { products: {} }, false],
    ['null in an array', [null], false],
  ];
  for (const [what, file, expected] of files) {
    it(`${expected ? 'takes' : 'refuses'} ${what} as the service does`, () => {
      expect(isTaken(file), 'the service').to.equal(expected);
      expect(isValid(file), 'the schema').to.equal(expected);
    });
  }

  for (const field of PRODUCT_FIELDS) {
    it(`takes the same values of ${field} as the service does`, () => {
      for (const value of VALUES) {
        const file = [{ ...TEA, [field]: value }];
        expect(isValid(file), JSON.stringify(file)).to.equal(isTaken(file));
      }
    });
  }
});
