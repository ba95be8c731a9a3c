import { expect } from 'chai';
import { formatSyntaxError } from '../../src/products-file/json-faults.ts';

/** Faults are shown as compilers show them. `parseProducts` has the places of wrong values. */
describe('formatSyntaxError', () => {
  const digits = '1234567890'.repeat(10);
  /** ¶ marks the place, and is not part of the text. */
  const pictures: [what: string, marked: string, ...picture: string[]][] = [
    ['the place below the line before it', '[\r\n  1,\r\n  2¶;\r\n  3]', '  1,', '  2;', '   ^'],
    ['the last line before it that is not blank', '[1,\n  \n\n2¶;', '[1,', '2;', ' ^'],
    ['no line before it if all are blank', '\n \n¶;', ';', '^'],
    ['what is invisible, safe to print', '[\t"\u202e\ud83c"¶;]', '[ "\ufffd\ufffd";]', '      ^'],
    [
      '60 characters before the place, and 20 from it on, of both lines',
      `["${digits}",\n  ${digits}¶;${digits}]`,
      `${digits.slice(40)}",`,
      `${digits.slice(40)};${digits.slice(0, 19)}`,
      `${' '.repeat(60)}^`,
    ],
  ];
  for (const [what, marked, ...picture] of pictures) {
    it(`shows ${what}`, () => {
      const [, ...lines] = formatSyntaxError(marked.replace('¶', ''), 'a.json').split('\n');
      expect(lines).to.deep.equal(picture.map((line) => `    ${line}`));
    });
  }

  const reasons: [marked: string, reason: string][] = [
    ['[\r\n1,\r\n\r\n  2¶,\r\n\r\n\t]', 'trailing comma'],
    ['[{"a":1¶,\n}, {"b":2,}]', 'trailing comma'],
    ['[1,¶,2]', 'value expected'],
    ['[1 ¶/* one */]', 'invalid comment token'],
    ['{"id":1,"price":¶}', 'value expected'],
    ["[{¶'id':1}]", 'invalid symbol; texts need straight double quotes'],
    ['[{"name":¶“Tea”}]', 'invalid symbol; texts need straight double quotes'],
    ['[{"price":¶NaN}]', 'invalid symbol'],
  ];
  for (const [marked, reason] of reasons) {
    it(`says "${reason}" of ${JSON.stringify(marked)}`, () => {
      const lines = marked.slice(0, marked.indexOf('¶')).split('\n');
      const place = `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
      const [first] = formatSyntaxError(marked.replace('¶', ''), 'a.json').split('\n');
      expect(first).to.equal(`a.json:${place}: not JSON: ${reason}`);
    });
  }
});
