import { expect } from 'chai';
import { warning } from '../../../src/adapters/file/warning.ts';

/** One line that is safe to print, however much there is to name. */
describe('warning', () => {
  const ten = '"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"';
  const names: [what: string, found: (string | number)[], words: string][] = [
    ['shows what it is told', ['image', '\n\u009b', -7], '"image", "\\n\\u009b", -7'],
    ['names ten', [...'abcdefghij'], ten],
    ['names ten at most', [...'abcdefghijk'], `${ten}, …`],
  ];
  for (const [what, found, words] of names) {
    it(what, () => {
      expect(warning('a.json', 'odd', found)).to.equal(`a.json: warning: odd: ${words}`);
    });
  }
});
