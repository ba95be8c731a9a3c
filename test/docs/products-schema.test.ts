import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect } from 'chai';
import { type Product, productFields } from '../../src/domain/product.ts';
import { loadProducts } from '../../src/products-file/load-products.ts';
import { ProductsFileError } from '../../src/products-file/products-file-error.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

const TEA: Product = { id: 1, name: '', price: -0.5 };

const MAX = Number.MAX_SAFE_INTEGER;
/** Tried as the value of each field. `undefined` leaves the field out. */
const VALUES = [undefined, null, '', '9', true, 0, 1.5, -0.5, MAX, MAX + 1, -MAX, -MAX - 1];

/** An editor that knows the schema says of a file what the service says. */
describe('docs/products.schema.json', () => {
  const folder = new TemporaryFolder();
  const schema = JSON.parse(readFileSync('docs/products.schema.json', 'utf8'));
  const isValid = new Ajv({ allowUnionTypes: true }).compile(schema);

  /** Whether the service takes the file. */
  async function isTaken(file: unknown): Promise<boolean> {
    const text = JSON.stringify(file);
    try {
      return Array.isArray(await loadProducts(folder.write('products.json', text), () => {}));
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
    it(`${expected ? 'takes' : 'refuses'} ${what} as the service does`, async () => {
      expect(await isTaken(file), 'the service').to.equal(expected);
      expect(isValid(file), 'the schema').to.equal(expected);
    });
  }

  for (const field of productFields) {
    it(`takes the same values of ${field} as the service does`, async () => {
      for (const value of VALUES) {
        const file = [{ ...TEA, [field]: value }];
        expect(isValid(file), JSON.stringify(file)).to.equal(await isTaken(file));
      }
    });
  }
});
