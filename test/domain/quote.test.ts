import { expect } from 'chai';
import { group, quote } from '../../src/domain/quote.ts';

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

describe('group', () => {
  for (const [count, words] of [
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [123_456, '123,456'],
    [1_234_567, '1,234,567'],
  ] as const) {
    it(`says: ${words}`, () => {
      expect(group(count)).to.equal(words);
    });
  }
});
