import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect } from 'chai';
import { PRODUCT_FIELDS } from '../../src/domain/product.ts';
import { parseProducts } from '../../src/products-file/parse-products.ts';
import { TEA } from '../support/tea.ts';

const MAX = Number.MAX_SAFE_INTEGER;
/** Tried as the value of each field. `undefined` leaves the field out. */
const VALUES = [undefined, null, '', '9', true, 0, 1.5, -0.5, MAX, MAX + 1, -MAX, -MAX - 1];
const FILES = [
  [],
  [TEA, { ...TEA, image: null }],
  { $schema: 'products.schema.json', products: [TEA] },
  TEA,
  7,
  { products: {} },
  [null],
  ...PRODUCT_FIELDS.flatMap((field) => VALUES.map((value) => [{ ...TEA, [field]: value }])),
];

describe('docs/products.schema.json', () => {
  it('lets an editor say of a file what the service says', () => {
    const schema = JSON.parse(readFileSync('docs/products.schema.json', 'utf8'));
    const isValid = new Ajv({ allowUnionTypes: true }).compile(schema);
    for (const file of FILES) {
      const text = JSON.stringify(file);
      const parse = () => parseProducts(text, 'products.json', () => {});
      if (isValid(JSON.parse(text))) expect(parse, text).not.to.throw();
      else expect(parse, text).to.throw();
    }
  });
});
