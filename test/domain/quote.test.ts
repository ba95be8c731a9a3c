import { expect } from 'chai';
import { quote } from '../../src/domain/quote.ts';

/** Any value is told in a few words on one line. */
describe('quote', () => {
  const values: [value: unknown, words: string][] = [
    [undefined, 'nothing'],
    [null, 'null'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
    [[1], 'an array'],
    [{ en: 'Tea' }, 'an object'],
    ['a "b"\n', '"a \\"b\\"\\n"'],
    ['x'.repeat(40), `"${'x'.repeat(40)}"`],
    ['x'.repeat(1000), `"${'x'.repeat(40)}"… (1,000 characters)`],
    ['🍵'.repeat(40), `"${'🍵'.repeat(40)}"`],
    [`${'x'.repeat(39)}🍵🍵`, `"${'x'.repeat(39)}🍵"… (43 characters)`],
    [Promise.resolve([]), 'a Promise'],
  ];
  for (const [value, words] of values) {
    it(`says: ${words}`, () => {
      expect(quote(value)).to.equal(words);
    });
  }
});
