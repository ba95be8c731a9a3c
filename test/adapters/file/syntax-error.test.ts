import { expect } from 'chai';
import fc from 'fast-check';
import { CatalogFileError } from '../../../src/adapters/file/catalog-file-error.ts';
import { throwSyntaxError } from '../../../src/adapters/file/syntax-error.ts';
import { seed } from '../../support/random.ts';

/** The first place where a text is not JSON is found, with what was expected there. */
describe('throwSyntaxError', () => {
  /** ¶ marks the location, and is not part of the text. */
  const errors: [marked: string, what: string][] = [
    ['¶\u00a0[]', 'a value, or text in double quotes, got "\\u00a0"'],
    ['[¶', '"," or "]", got the end of the file'],
    ['[[1,2]¶,\n]', 'no comma after the last value, got ","'],
    ['{"a": 1¶, }', 'no comma after the last value, got ","'],
    ['[1,¶,2]', 'a value, got ","'],
    ['[1,[¶}', 'a value, got "}"'],
    ['[1,{¶]', 'a field name in double quotes, got "]"'],
    ['[1, ¶', 'a value, got the end of the file'],
    ['[1 ¶/* one */, 2]', 'no comment, as JSON has none, got "/* one */"'],
    ['[1¶}', '"," or a closing bracket, got "}"'],
    ['[]¶]', 'the end of the file, got "]"'],
    ['{"id":1}\n¶{"id":2}', 'the end of the file, got "{"'],
    ['{"a":1,"b":¶]', 'a value, got "]"'],
    ['{¶1: 2}', 'a field name in double quotes, got "1"'],
    ['{"a":1,"b"¶}', '":", got "}"'],
    ['{"a": {}¶', '"," or "}", got the end of the file'],
    ['[¶1.]', 'a digit at the end of a number, got "1."'],
    ['[-¶01]', 'no leading zero, got "0"'],
    ['{"price":9¶,99}', 'a decimal point, got ","'],
    ['{"price":9, ¶99}', 'a field name in double quotes, got "99"'],
    ['[¶"a\n"]', 'a closing double quote on the same line, got "a'],
    ['[¶"a\t"]', 'no control character in a string (\\t for a tab), got "a\\u0009"'],
    ['[¶"a\x1b"]', 'no control character in a string (\\t for a tab), got "a\\u001b"'],
    ['[¶"a\\x"]', 'valid escape sequences, got "a\\x"'],
    ['[¶"a\\u12"]', 'valid escape sequences, got "a\\u12"'],
    [`[¶"${'x'.repeat(40)}\n`, `a closing double quote on the same line, got "${'x'.repeat(39)}…`],
    ['[\n1,\r\n"\u2028",\n  ¶x]', 'a value, or text in double quotes, got "x"'],
  ];
  function find(text: string): () => void {
    return () => throwSyntaxError('a.json', text);
  }

  for (const [marked, what] of errors) {
    it(`says of ${JSON.stringify(marked)}: expected ${what}`, () => {
      const lines = marked.slice(0, marked.indexOf('¶')).split('\n');
      const place = `a.json:${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
      expect(find(marked.replace('¶', '')))
        .to.throw(CatalogFileError)
        .with.property('message', `${place}: not JSON: expected ${what}`);
    });
  }

  it('stops at the first error', () => {
    // The parser finds an error in each of these, and the stack is too small for what follows.
    const text = `[,,,${'['.repeat(100_000)}`;
    expect(find(text)).to.throw(CatalogFileError, /^a\.json:1:2: /);
  });

  it(`finds an error in any text that JSON.parse refuses (RANDOM_SEED=${seed})`, () => {
    const tokens = ['true', 'null', '"a"', '\\u', '//'];
    const pieces = fc.constantFrom(...'[]{},:"\\ \n0-1.eE+tfna/*', ...tokens);
    const text = fc.array(pieces, { maxLength: 12 }).map((list) => list.join(''));
    fc.assert(
      fc.property(text, (candidate) => {
        try {
          JSON.parse(candidate);
        } catch {
          const message = /^a\.json:\d+:\d+: not JSON: expected (?!undef)/;
          expect(find(candidate)).to.throw(CatalogFileError, message);
        }
      }),
      { numRuns: 1000, seed },
    );
  });
});
