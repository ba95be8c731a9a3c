import { expect } from 'chai';
import { locateSyntaxError } from '../../../src/adapters/file/locate.ts';

/** The first place where a text is not JSON is found, with what was expected there. */
describe('locateSyntaxError', () => {
  const value = 'a value, or text in double quotes';
  const closing = 'a comma or a closing bracket';
  const comma = 'a comma, or a double quote before it';
  const control = 'no control character in a string (\\t for a tab)';
  /** ¶ marks the location, and is not part of the text. */
  const errors: [marked: string, expected: string][] = [
    ['¶', 'a value, got the end of the file'],
    ['[¶', `${closing}, got the end of the file`],
    ['[1,[¶}', 'a value, got }'],
    ['[1,{¶]', 'a field name in double quotes, got ]'],
    ['[1 ¶/* one */, 2]', 'no comment, as JSON has none, got /* one */'],
    ['[10¶}', `${closing}, got }`],
    ['{"id":1}\n¶{"id":2}', 'the end of the file, got {'],
    ['{"a":1,"b"¶}', '":", got }'],
    ['[1,¶2.]', 'a digit at the end of a number, got 2.'],
    ['{"price":9, ¶99}', 'a field name in double quotes, got 99'],
    ['[¶"a\n"]', 'a closing double quote on the same line, got "a'],
    ['[¶"a\t\x9b"]', `${control}, got "a\\u0009\\u009b"`],
    ['[¶"a\\x"]', 'valid escape sequences, got "a\\x"'],
    ['[¶"a\\u12"]', 'valid escape sequences, got "a\\u12"'],
    [`[¶"${'x'.repeat(40)}\n`, `a closing double quote on the same line, got "${'x'.repeat(39)}`],
    ['[\n1,\r\n"\u2028",\n  ¶x]', `${value}, got x`],
    // Common mistakes.
    ['[[1,2],\n¶]', 'no comma before it, got ]'],
    ['{"a": 1, ¶}', 'no comma before it, got }'],
    ['{"price":9,¶99}', 'a decimal point before it, not a comma, got 99'],
    ['[-0¶1]', 'no zero before it, got 1'],
    ['{"name":"Tea,"¶price":3}', `${comma}, got price`],
    ['[{"id":1}]¶;\n', 'the end of the file, got ;'],
    ['[{"id":1}¶;{"id":2}]', `${value}, got ;`],
    ['[¶True]', 'true, false or null, got True'],
    ['{¶“id”: 1}', 'straight double quotes, got “id”'],
    ['¶\u00a0[]', 'an ordinary space, got \\u00a0'],
    ['¶<!doctype html>', 'JSON, not HTML, got <!doctype'],
    ['¶id;name;price', 'JSON, not CSV, got id;name;price'],
    ['"id"¶,"name"', 'JSON, not CSV, got ,'],
  ];
  for (const [marked, expected] of errors) {
    it(`says of ${JSON.stringify(marked)}: expected ${expected}`, () => {
      const lines = marked.slice(0, marked.indexOf('¶')).split('\n');
      const place = `:${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
      const message = `${place}: not JSON: expected ${expected}`;
      expect(locateSyntaxError(marked.replace('¶', ''))).to.equal(message);
    });
  }
});
