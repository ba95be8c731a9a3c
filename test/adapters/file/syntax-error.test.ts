import { expect } from 'chai';
import { CatalogFileError } from '../../../src/adapters/file/catalog-file-error.ts';
import { throwSyntaxError } from '../../../src/adapters/file/syntax-error.ts';

/** The first place where a text is not JSON is found, with what was expected there. */
describe('throwSyntaxError', () => {
  /** ¶ marks the location, and is not part of the text. */
  const errors: [marked: string, what: string][] = [
    ['[¶', '"," or "]", got the end of the file'],
    ['[[1,2]¶,\n]', 'no comma after the last value, got ","'],
    ['{"a": 1¶, }', 'no comma after the last value, got ","'],
    ['[1,¶,2]', 'a value, got ","'],
    ['[1, ¶', 'a value, got the end of the file'],
    ['[1 ¶/* one */, 2]', 'no comment, as JSON has none, got "/* one */"'],
    ['[1¶}', '"," or a closing bracket, got "}"'],
    ['{"id":1}\n¶{"id":2}', 'the end of the file, got "{"'],
    ['{¶1: 2}', 'a field name in double quotes, got "1"'],
    ['{"a":1,"b"¶}', '":", got "}"'],
    ['{"a": {}¶', '"," or "}", got the end of the file'],
    ['[¶1.]', 'a digit at the end of a number, got "1."'],
    ['[-¶01]', 'no leading zero, got "0"'],
    ['{"price":9¶,99}', 'a decimal point, got ","'],
    ['{"price":9, ¶99}', 'a field name in double quotes, got "99"'],
    ['[¶"a\n"]', 'a closing double quote on the same line, got "a'],
    ['[¶"\t\x1b"]', 'no control character in a string (\\t for a tab), got "\t\ufffd"'],
    ['[¶"a\\x"]', 'valid escape sequences, got "a\\x"'],
    ['[¶"a\\u12"]', 'valid escape sequences, got "a\\u12"'],
    [`[¶"${'x'.repeat(40)}\n`, `a closing double quote on the same line, got "${'x'.repeat(39)}…`],
    ['[\n1,\r\n"\u2028",\n  ¶x]', 'a value, or text in double quotes, got "x"'],
  ];
  for (const [marked, what] of errors) {
    it(`says of ${JSON.stringify(marked)}: expected ${what}`, () => {
      const lines = marked.slice(0, marked.indexOf('¶')).split('\n');
      const place = `a.json:${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
      expect(() => throwSyntaxError('a.json', marked.replace('¶', '')))
        .to.throw(CatalogFileError)
        .with.property('message', `${place}: not JSON: expected ${what}`);
    });
  }
});
