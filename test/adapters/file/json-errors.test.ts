import { expect } from 'chai';
import { throwSyntaxError } from '../../../src/adapters/file/json-errors.ts';
import { UnnamedFileError } from '../../../src/adapters/file/products-file-error.ts';

/** The first place where a text is not JSON is said and shown. The tests of `loadProducts` have the lines of faults. */
describe('throwSyntaxError', () => {
  const value = ': text in double quotes, a number such as 0.5, true, false or null';
  const name = 'expected a name in double quotes';
  const missing = 'expected a comma, } or ] before this';
  const several = 'the first value has ended before this; several need [ and ] around them';
  const quote = 'this text has no closing double quote on its line';
  const unicode = 'this text has \\u without four hexadecimal digits after it';

  /** ¶ marks the place, and is not part of the text. */
  const errors: [marked: string, reason: string][] = [
    ['[¶.5]', `expected a value${value}`],
    ['{"a": ¶NaN}', `expected a value${value}`],
    ['[1,¶,2]', `expected a value after the comma${value}`],
    ['[{"a":1, ¶b:2}]', `expected a name or a value after the comma${value}`],
    ['[{¶id:1}]', name],
    ['{¶,}', name],
    ['{"a":1,¶}', `${name} after the comma`],
    ['{"price":-1,¶299.50,"id":1}', 'a comma stands inside a number'],
    ['{"id"¶}', 'expected a colon after the name'],
    ['[{"id":1}¶;{"id":2}]', 'unexpected ;'],
    ['¶<!doctype html>', 'unexpected <!doctype'],
    [`[1 ¶${'x'.repeat(50)}]`, `unexpected ${'x'.repeat(40)}`],
    ['[1¶\u200b]', 'unexpected \ufffd'],
    ['[1]\n¶\u00a0\n', 'unexpected \ufffd'],
    ['[{"id":1}\n¶{"id":2}]', missing],
    ['[[1],[2¶', 'the file ends before the ] of an array'],
    ['[{"id":1¶\n \n\n', 'the file ends before the } of an object'],
    ['{"id":1}\n¶{"id":2}', several],
    ['[1 ¶/* one */, 2]', 'a comment, which JSON does not have'],
    ['[1,¶2.]', 'this number has no digit at its end'],
    ['[¶"a\n"]', quote],
    ['[¶"a\\u12"]', unicode],
    ['[¶"\\x"]', 'this text has a backslash that escapes nothing; \\\\ stands for a backslash'],
    ['[¶"a\tb"]', 'this text has a control character; \\t stands for a tab'],
  ];
  for (const [marked, reason] of errors) {
    it(`says of ${JSON.stringify(marked)}: ${reason}`, () => {
      const lines = marked.slice(0, marked.indexOf('¶')).split('\n');
      const place = `:${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
      const fault = faultOf(marked.replace('¶', ''));
      expect(fault.place).to.equal(place);
      expect(fault.message.split('\n')[0]).to.equal(`not JSON: ${reason}`);
    });
  }

  /** The marked line, and the two lines that show it. */
  const pictures: [what: string, marked: string, line: string, caret: string][] = [
    ['a line of several', '[\n  1,\n  2¶;\n  3]', '  2;', '   ^'],
    ['a line that ends with a carriage return', '[\r\n 1¶;\r\n]', ' 1;', '  ^'],
    ['the last line with text, if the file ends early', '[\n 1¶\r\n\n', ' 1', '  ^'],
    ['a tab as one space', '[\n\t\t1¶;]', '  1;]', '   ^'],
    ['wide characters', '["緑茶ﾃｨかん🍵한"¶;]', '["緑茶ﾃｨかん🍵한";]', `${' '.repeat(17)}^`],
    [
      'combining characters',
      '["e\u0301\u1112\u1161\u11ab"¶;]',
      '["e\u0301\u1112\u1161\u11ab";]',
      '      ^',
    ],
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
      const [, ...picture] = faultOf(marked.replace('¶', '')).message.split('\n');
      expect(picture).to.deep.equal([`    ${line}`, `    ${caret}`]);
    });
  }

  it('gives no place in a text that is nested too deeply', () => {
    const message = 'not JSON; it is nested too deeply to find the place';
    expect(faultOf('['.repeat(100_000))).to.include({ message, place: '' });
  });

  function faultOf(text: string): UnnamedFileError {
    expect(() => JSON.parse(text)).to.throw(SyntaxError);
    try {
      throwSyntaxError(text);
    } catch (error) {
      if (error instanceof UnnamedFileError) return error;
      throw error;
    }
  }
});
