import { expect } from 'chai';
import { throwSyntaxError } from '../../../src/adapters/file/json-errors.ts';
import { ProductsFileError } from '../../../src/adapters/file/products-file-error.ts';

/**
 * The first place where a text is not JSON is said and shown. The tests of `parseProducts` have the
 * lines of faults.
 */
describe('throwSyntaxError', () => {
  /** ¶ marks the place, and is not part of the text. */
  const errors: [marked: string, reason: string][] = [
    ['¶ \n', 'value expected'],
    ['[¶.5]', 'invalid symbol'],
    ['[1,¶,2]', 'value expected'],
    ['[1,¶]', 'value expected'],
    ['[{"a":1, ¶b:2}]', 'invalid symbol'],
    ['{"a":1,¶}', 'property name expected'],
    ['{"id"¶}', 'colon expected'],
    ['¶<!doctype html>', 'invalid symbol'],
    ['[1¶\u200b]', 'invalid symbol'],
    ['[1]\n¶\u00a0\n', 'invalid symbol'],
    ['[{"id":1}\n¶{"id":2}]', 'comma expected'],
    ['[[1],[2¶', 'close bracket expected'],
    ['[{"id":1¶\n \n\n', 'close brace expected'],
    ['{"id":1}\n¶{"id":2}', 'end of file expected'],
    ['[1 ¶/* one */, 2]', 'invalid comment token'],
    ['[1,¶2.]', 'unexpected end of number'],
    ['[¶"a\n"]', 'unexpected end of string'],
    ['[¶"a\\u12"]', 'invalid unicode'],
    ['[¶"\\x"]', 'invalid escape character'],
    ['[¶"a\tb"]', 'invalid character'],
  ];
  for (const [marked, reason] of errors) {
    it(`says of ${JSON.stringify(marked)}: ${reason}`, () => {
      const lines = marked.slice(0, marked.indexOf('¶')).split('\n');
      const place = `a.json:${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
      const [first] = linesAbout(marked.replace('¶', ''));
      expect(first).to.equal(`${place}: not JSON: ${reason}`);
    });
  }

  /** The marked line, and the two lines that show it. */
  const pictures: [what: string, marked: string, line: string, caret: string][] = [
    ['a line of several', '[\n  1,\n  2¶;\n  3]', '  2;', '   ^'],
    ['a line that ends with a carriage return', '[\r\n 1¶;\r\n]', ' 1;', '  ^'],
    ['the last line with text, if the file ends early', '[\n 1¶\r\n\n', ' 1', '  ^'],
    ['a tab as one space', '[\n\t\t1¶;]', '  1;]', '   ^'],
    ['a caret that counts characters, however wide they are', '["緑茶"¶;]', '["緑茶";]', '     ^'],
    [
      'controls and direction marks as one character each',
      '["\u202e\u200b\u00a0\u007f\u009b"¶;]',
      '["\ufffd\ufffd\ufffd\ufffd\ufffd";]',
      '        ^',
    ],
    [
      '80 characters of a line',
      `[${'1'.repeat(78)}¶;`,
      `[${'1'.repeat(78)};`,
      `${' '.repeat(79)}^`,
    ],
    [
      '80 characters around the place, if the line is longer',
      `[${'1'.repeat(99)}¶;${'2'.repeat(99)}]`,
      `${'1'.repeat(40)};${'2'.repeat(39)}`,
      `${' '.repeat(40)}^`,
    ],
    ['the beginning of a longer line', `[1¶;${'2'.repeat(99)}]`, `[1;${'2'.repeat(77)}`, '  ^'],
  ];
  for (const [what, marked, line, caret] of pictures) {
    it(`shows ${what}`, () => {
      const [, ...picture] = linesAbout(marked.replace('¶', ''));
      expect(picture).to.deep.equal([`    ${line}`, `    ${caret}`]);
    });
  }

  it('gives no place in a text that is nested too deeply', () => {
    const lines = linesAbout('['.repeat(100_000));
    expect(lines).to.deep.equal(['a.json: not JSON; it is nested too deeply to find the place']);
  });

  /** The lines of the message about a text. */
  function linesAbout(text: string): string[] {
    expect(() => JSON.parse(text)).to.throw(SyntaxError);
    try {
      return throwSyntaxError(text, 'a.json');
    } catch (error) {
      if (error instanceof ProductsFileError) return error.message.split('\n');
      throw error;
    }
  }
});
