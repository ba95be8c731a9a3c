import { expect } from 'chai';
import { toPrintable } from '../../src/products-file/printable.ts';

/** What others have written cannot command the terminal, nor hide in it. */
describe('toPrintable', () => {
  for (const [what, text, shown] of [
    ['visible characters and spaces', 'é 緑茶 🍵', 'é 緑茶 🍵'],
    ['a tab', '\t1', ' 1'],
    [
      'control characters',
      'a\u001b[31m\u0000\u007f\u009b\r\n',
      'a\ufffd[31m\ufffd\ufffd\ufffd\ufffd\ufffd',
    ],
    [
      'direction marks and other invisible characters',
      '\u202e\u2069\u200b\u00a0\u2028\ufeff',
      '\ufffd'.repeat(6),
    ],
    ['a lone half of a surrogate pair', '\ud83c', '\ufffd'],
  ] as const) {
    it(`shows ${what}`, () => {
      expect(toPrintable(text)).to.equal(shown);
    });
  }
});
