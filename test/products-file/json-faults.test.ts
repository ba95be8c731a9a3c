import { expect } from 'chai';
import { describeSyntaxError, describeValueFaults } from '../../src/products-file/json-faults.ts';
import { Program, programOf } from '../support/service.ts';

/** The first place where a text is not JSON, with the parser's reason. */
describe('describeSyntaxError', () => {
  /** ¶ marks the place, and is not part of the text. */
  const errors: [marked: string, reason: string][] = [
    [' \n¶', 'value expected'],
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
    ['[{"id":1\n \n¶', 'close brace expected'],
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
      const text = marked.replace('¶', '');
      expect(() => JSON.parse(text)).to.throw(SyntaxError);
      const [first] = describeSyntaxError(text, 'a.json').split('\n');
      expect(first).to.equal(`${place}: not JSON: ${reason}`);
    });
  }
});

/** Both kinds of faults are shown as compilers show them. */
describe('the picture of a fault', () => {
  const digits = '1234567890'.repeat(10);
  const rows: [what: string, marked: string, ...picture: string[]][] = [
    ['the first line', '[¶;\n1]', '[;', ' ^'],
    ['another line below the one before it', '[\n  1,\n  2¶;\n  3]', '  1,', '  2;', '   ^'],
    ['lines that end with a carriage return', '[\r\n 1¶;\r\n]', '[', ' 1;', '  ^'],
    ['the end of a text that ends too early', '[\n 1\n¶', ' 1', '', '^'],
    ['a tab as one space', '[\n\t\t1¶;]', '[', '  1;]', '   ^'],
    ['a caret that counts characters, however wide they are', '["緑茶"¶;]', '["緑茶";]', '     ^'],
    [
      'what is invisible as one character each',
      '["\u202e\u200b\u00a0\u007f\u009b"¶;]',
      '["\ufffd\ufffd\ufffd\ufffd\ufffd";]',
      '        ^',
    ],
    [
      '60 characters before the place, and 20 from it on, of both lines',
      `["${digits}",\n  ${digits}¶;${digits}]`,
      `${digits.slice(40)}",`,
      `${digits.slice(40)};${digits.slice(0, 19)}`,
      `${' '.repeat(60)}^`,
    ],
    ['the beginning of a long line', `[1¶;${digits}]`, `[1;${digits.slice(0, 77)}`, '  ^'],
  ];
  for (const [what, marked, ...picture] of rows) {
    it(`shows ${what}`, () => {
      const [, ...lines] = describeSyntaxError(marked.replace('¶', ''), 'a.json').split('\n');
      expect(lines).to.deep.equal(picture.map((line) => `    ${line}`));
    });
  }

  it('shows each wrong value', () => {
    const faults = [
      { keys: [0, 'price'], message: 'expected a number' },
      { keys: [1, 'name'], message: 'expected a string, got nothing' },
    ];
    const text = '[{"id":1,\n  "price":"1"},\n  {"id":2}]';
    expect(describeValueFaults(text, 'a.json', faults).split('\n')).to.deep.equal([
      'a.json:2:11: expected a number',
      '    [{"id":1,',
      '      "price":"1"},',
      '              ^',
      'a.json:3:3: expected a string, got nothing',
      '      "price":"1"},',
      '      {"id":2}]',
      '      ^',
    ]);
  });

  it('does not keep the text in memory', async () => {
    // Each message would keep the whole of its text, 10 MB, if it had a slice of it.
    const code = `
      import { describeSyntaxError } from './src/products-file/json-faults.ts';
      const messages = Array.from({ length: 20 }, (_, index) =>
        describeSyntaxError('[\\n"' + String(index).padStart(10_000_000, 'x') + '";', 'a.json'));
      gc();
      console.log(messages.length, process.memoryUsage().heapUsed < 100_000_000 ? 'small' : 'large');
    `;
    await using program = new Program(programOf(code, '--expose-gc'));
    await program.printed(/^20 small$/m);
  });
});
