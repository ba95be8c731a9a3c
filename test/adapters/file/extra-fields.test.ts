import { expect } from 'chai';
import { describeExtraFields } from '../../../src/adapters/file/extra-fields.ts';

/** One line, however many fields are left out. */
describe('describeExtraFields', () => {
  const tea = { id: 1, name: 'Tea', price: 3 };
  const ten = Object.fromEntries([...'abcdefghij'].map((name) => [name, 1]));
  const names = 'a, b, c, d, e, f, g, h, i, j';
  const odd = JSON.parse('{"in stock":1,"a\\nb":1,"$id":1,"__proto__":1}');

  const values: [what: string, extra: object[], words: string | undefined][] = [
    ['names no field if there are only the three', [{}, {}], undefined],
    [
      'names each field once, and counts the products that have any',
      [{ image: 1 }, {}, { stock: 1, image: 1 }],
      'image, stock (in 2 of 3 products)',
    ],
    [
      'names any field in a way that is safe to print',
      [odd],
      '"in stock", "a\\nb", $id, __proto__ (in 1 of 1 products)',
    ],
    ['names ten fields', [ten], `${names} (in 1 of 1 products)`],
    ['names ten fields at most', [{ ...ten, k: 1 }], `${names} and others (in 1 of 1 products)`],
  ];
  for (const [what, extra, words] of values) {
    it(what, () => {
      expect(describeExtraFields(extra.map((fields) => ({ ...tea, ...fields })))).to.equal(words);
    });
  }
});
