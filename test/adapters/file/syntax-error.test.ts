import { expect } from 'chai';
import fc from 'fast-check';
import { CatalogFileError } from '../../../src/adapters/file/catalog-file-error.ts';
import { throwSyntaxError } from '../../../src/adapters/file/syntax-error.ts';
import { seed } from '../../support/random.ts';

/** The first place where a text is not JSON is found, with what was expected there. */
describe('throwSyntaxError', () => {
  /** ¶ marks the location, and is not part of the text. */
  const errors: [marked: string, what: string][] = [
    ['¶\u00a0[]', 'a value, or text in double quotes, got "\u00a0"'],
    ['[¶NaN]', 'a value, or text in double quotes, got "NaN"'],
    ['{¶name: 1}', 'a value, or text in double quotes, got "name"'],
    ["[¶'a']", 'a value, or text in double quotes, got "\'a\'"'],
    ['[¶', '"," or "]", got the end of the file'],
    ['[[1,2]¶,\n]', 'no comma after the last value, got ","'],
    ['{"a": 1¶, }', 'no comma after the last value, got ","'],
    ['[1,¶,2]', 'a value, got ","'],
    ['[¶,1]', 'a value, got ","'],
    ['[1,[¶}', 'a value, got "}"'],
    ['[1,{¶]', 'a field name in double quotes, got "]"'],
    ['[1, ¶', 'a value, got the end of the file'],
    ['[1 ¶/* one */, 2]', 'no comment, as JSON has none, got "/* one */"'],
    ['[1 ¶2]', '"," or a closing bracket, got "2"'],
    ['[1¶}', '"," or a closing bracket, got "}"'],
    ['[[1]¶', '"," or "]", got the end of the file'],
    ['[]¶]', 'nothing more, got "]"'],
    ['{"a":1,¶,"b":2}', 'a field name in double quotes, got ","'],
    ['{"a":¶,"b":2}', 'a value, got ","'],
    ['{"a":1,"b":¶]', 'a value, got "]"'],
    ['{¶1: 2}', 'a field name in double quotes, got "1"'],
    ['{"a":1,"b"¶}', '":", got "}"'],
    ['{"a": 1¶]', '"," or a closing bracket, got "]"'],
    ['{"a": {}¶', '"," or "}", got the end of the file'],
    ['[¶1.]', 'a digit at the end of a number, got "1."'],
    ['[¶"a\n"]', 'a closing double quote on the same line, got "\\"a"'],
    ['[¶"a\t"]', 'no control character in a string, got "\\"a\\t\\""'],
    ['[¶"a\\x"]', 'valid escape sequences, got "\\"a\\\\x\\""'],
    ['[¶"a\\u12"]', 'valid escape sequences, got "\\"a\\\\u12\\""'],
    ['[{"a": ¶x, "b": y}]', 'a value, or text in double quotes, got "x"'],
  ];
  /** @returns the message of the error */
  function messageFor(text: string): string {
    try {
      throwSyntaxError('a.json', text);
    } catch (error) {
      if (error instanceof CatalogFileError) return error.message;
      throw error;
    }
    throw new Error('no error was found');
  }

  for (const [marked, what] of errors) {
    it(`says of ${JSON.stringify(marked)}: expected ${what}`, () => {
      const column = marked.indexOf('¶') + 1;
      const line = `a.json:1:${column}: not JSON: expected ${what}`;
      expect(messageFor(marked.replace('¶', ''))).to.equal(line);
    });
  }

  it('counts lines, and columns from the start of each', () => {
    expect(messageFor('[\n1,\r\n"\u2028",\n  x]')).to.match(/^a\.json:4:3: not JSON: /);
  });

  it('stops at the first error', () => {
    // The parser finds an error in each of these, and the stack is too small for what follows.
    expect(messageFor(`[,,,${'['.repeat(100_000)}`)).to.match(/^a\.json:1:2: /);
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
          expect(messageFor(candidate)).to.match(/^a\.json:\d+:\d+: not JSON: expected (?!undef)/);
        }
      }),
      { numRuns: 5000, seed },
    );
  });
});
