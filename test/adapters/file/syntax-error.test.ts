import { expect } from 'chai';
import fc from 'fast-check';
import { describeSyntaxError } from '../../../src/adapters/file/syntax-error.ts';
import { seed } from '../../support/random.ts';

/** The first place where a text is not JSON is found, with what was expected there. */
describe('describeSyntaxError', () => {
  /** ¶ marks the location, and is not part of the text. */
  const errors: [marked: string, what: string][] = [
    ['¶\u00a0[]', 'expected a value, got "\u00a0"'],
    ['[¶', 'expected a value or "]", got the end of the file'],
    ['[[1,2]¶,\n]', 'a comma after the last value; JSON allows none'],
    ['[1,¶,2]', 'a comma too many'],
    ['[¶,1]', 'expected a value or "]", got ","'],
    ['[1,¶}', 'expected a value, got "}"'],
    ['[1, ¶', 'expected a value, got the end of the file'],
    ['[1 ¶/* one */, 2]', 'expected "," or "]", got "/"'],
    ['[1 ¶2]', 'expected "," or "]", got "2"'],
    ['[1¶}', 'expected "," or "]", got "}"'],
    ['[[1]¶', 'expected "," or "]", got the end of the file'],
    ['[]¶]', 'expected nothing more, got "]"'],
    ['¶tru', 'expected a value, got "t"'],
    ['{¶a: 1}', 'expected a field name in double quotes or "}", got "a"'],
    ['{"a": 1¶, }', 'a comma after the last value; JSON allows none'],
    ['{"a":1,¶,"b":2}', 'a comma too many'],
    ['{"a":¶,"b":2}', 'expected a value, got ","'],
    ['{"a": [1], ¶b}', 'expected a field name in double quotes, got "b"'],
    ['{"a":1,"b"¶}', 'expected ":", got "}"'],
    ['{"a": 1¶]', 'expected "," or "}", got "]"'],
    ['{"a": {}¶', 'expected "," or "}", got the end of the file'],
    ['[¶1.]', 'a number without its last digits'],
    ['[¶"a\n"]', 'a string without its closing double quote'],
    ['[¶"a\t"]', 'a string with a control character'],
    ['[¶"a\\x"]', 'a string with an invalid escape sequence'],
    ['[¶"a\\u12"]', 'a string with an invalid escape sequence'],
    ['[{"a": ¶x, "b": y}]', 'expected a value, got "x"'],
  ];
  for (const [marked, what] of errors) {
    it(`says of ${JSON.stringify(marked)}: ${what}`, () => {
      const column = marked.indexOf('¶') + 1;
      const line = `a.json:1:${column}: not JSON: ${what}`;
      expect(describeSyntaxError('a.json', marked.replace('¶', ''))).to.equal(line);
    });
  }

  it('counts lines, and columns from the start of each', () => {
    const text = '[\n1,\r\n"\u2028",\n  x]';
    expect(describeSyntaxError('a.json', text)).to.match(
      /^a\.json:4:3: not JSON: expected a value/,
    );
  });

  it('gives no location if brackets are nested 100,000 deep', () => {
    expect(describeSyntaxError('a.json', '['.repeat(100_000))).to.equal(
      'a.json: not JSON, and nested too deeply to say where',
    );
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
          expect(describeSyntaxError('a', candidate)).to.match(/^a:\d+:\d+: not JSON: ./);
        }
      }),
      { numRuns: 5000, seed },
    );
  });
});
