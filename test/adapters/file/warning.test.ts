import { expect } from 'chai';
import { warning } from '../../../src/adapters/file/warning.ts';

/** One line that is safe to print, however much there is to name. */
describe('warning', () => {
  const ten = 'a, b, c, d, e, f, g, h, i, j';
  const names: [what: string, found: (string | number)[], words: string][] = [
    ['names what it is told', ['image', 'in-stock', '$id', -7], 'image, in-stock, $id, -7'],
    ['quotes what could be misread', ['in stock', '\n\u009b', ''], '"in stock", "\\n\\u009b", ""'],
    ['shortens a long name', ['x'.repeat(41)], `"${'x'.repeat(40)}"… (41 characters)`],
    ['names ten', [...'abcdefghij'], ten],
    ['names ten at most', [...'abcdefghijk'], `${ten}, …`],
  ];
  for (const [what, found, words] of names) {
    it(what, () => {
      expect(warning('a.json', 'odd', found)).to.equal(`a.json: warning: odd: ${words}`);
    });
  }
});
