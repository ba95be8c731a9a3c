import { expect } from 'chai';
import { findLines } from '../../../src/adapters/file/find-lines.ts';
import { InvalidProductError } from '../../../src/domain/invalid-product-error.ts';
import { toProducts } from '../../../src/domain/product.ts';

/** The lines of all faults in a text. */
function linesIn(text: string): readonly (number | undefined)[] {
  const value = JSON.parse(text);
  try {
    toProducts(value.products ?? value);
  } catch (error) {
    if (error instanceof InvalidProductError) return findLines(text, error.faults);
  }
  throw new Error('there are no faults');
}

/** Each fault is found in any text that `JSON.parse` accepts. */
describe('findLines', () => {
  const tea = '{"id":1,"name":"","price":1}';
  const texts: [what: string, text: string, ...lines: number[]][] = [
    ['a field', '[\n{"id": 1,\n"name":\n"Tea",\r\n"price":\n"12"}]', 6],
    ['a field that is an object', '[\n{"id": 1,\n"name":\n{"id": [\n1]},\n"price": 2}]', 4],
    ['the product, if a field is missing', `[${tea},\n{\n"id":1,"name":""}]`, 2],
    ['a value that is no object', '[\n1,\n[\n2]]', 2, 3],
    ['several fields', '[{"id": "1",\n"name": 5,\n"price":\nnull}]', 1, 2, 4],
    ['the last of several fields with one name', '[{"id":1,"name":"","price":1,"price":\n""}]', 2],
    [
      'the last of several fields "products"',
      '{"products":[{"id":1,"name":"",\n"price":"9"}],\n"products":[{"id":1,"name":""}]}',
      3,
    ],
    [
      'a field under "products", between other arrays',
      '{"a":[\n0],"products":[{"id":1,"name":"","price":\n""}],"z":[{"price":\n0}]}',
      3,
    ],
  ];
  for (const [what, text, ...lines] of texts) {
    it(`finds ${what}`, () => {
      expect(linesIn(text)).to.deep.equal(lines);
    });
  }
});
