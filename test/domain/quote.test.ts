import { expect } from 'chai';
import { quote } from '../../src/domain/quote.ts';

/** Any value is told in a few words on one line. */
describe('quote', () => {
  const values: [value: unknown, words: string][] = [
    [undefined, 'nothing'],
    [null, 'null'],
    [true, 'true'],
    [1.5, '1.5'],
    [1n, '1'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    [[1], 'an array'],
    [{ en: 'Tea' }, 'an object'],
    ['a "b"\n', '"a \\"b\\"\\n"'],
    ['x'.repeat(40), `"${'x'.repeat(40)}"`],
    ['x'.repeat(41), `"${'x'.repeat(40)}"… (41 characters)`],
  ];
  for (const [value, words] of values) {
    it(`says: ${words}`, () => {
      expect(quote(value)).to.equal(words);
    });
  }
});
