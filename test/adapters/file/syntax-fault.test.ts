import { expect } from 'chai';
import fc from 'fast-check';
import { findSyntaxFault } from '../../../src/adapters/file/syntax-fault.ts';

describe('findSyntaxFault', () => {
  /** The place is marked by ¶, which is no part of the text. */
  const faults: [marked: string, expected: string][] = [
    ['¶', 'a value'],
    ['¶\u00a0[]', 'a value'],
    ["[¶'a']", 'a value or "]"'],
    ['[¶+1]', 'a value or "]"'],
    ['[¶.5]', 'a value or "]"'],
    ['[¶-]', 'a value or "]"'],
    ['[1, ¶]', 'a value'],
    ['[1, ¶// one\n2]', 'a value'],
    ['[0¶1]', '"," or "]"'],
    ['[1¶.]', '"," or "]"'],
    ['[1¶e]', '"," or "]"'],
    ['[1 ¶2]', '"," or "]"'],
    ['[1¶}', '"," or "]"'],
    ['[1¶', '"," or "]"'],
    ['[]¶]', 'nothing more'],
    ['[] ¶x', 'nothing more'],
    ['tru¶', 'a value'],
    ['{¶a: 1}', 'a field name in double quotes or "}"'],
    ['{"a": 1, ¶}', 'a field name in double quotes'],
    ['{"a"¶}', '":"'],
    ['{"a": ¶}', 'a value'],
    ['{"a": 1¶]', '"," or "}"'],
    ['["a¶\n"]', 'a closing double quote'],
    ['["a¶', 'a closing double quote'],
    ['["a¶\\x"]', 'an escape sequence of JSON'],
    ['["a¶\\u12"]', 'an escape sequence of JSON'],
    ['[[[{"a":[1,{"b":"\\u0041\x7f\u2028"}, ¶]}]]]', 'a value'],
  ];
  for (const [marked, expected] of faults) {
    it(`expects ${expected} in ${JSON.stringify(marked)}`, () => {
      const offset = marked.startsWith('tru') ? 0 : marked.indexOf('¶');
      expect(findSyntaxFault(marked.replace('¶', ''))).to.deep.equal({ offset, expected });
    });
  }

  it('goes through a string of millions of escapes', () => {
    const text = `["${'a\\n'.repeat(3_000_000)}" x]`;
    const offset = text.length - 2;
    expect(findSyntaxFault(text)).to.deep.equal({ offset, expected: '"," or "]"' });
  });

  it('finds a fault wherever JSON.parse does, and where it is, whatever comes after', () => {
    const pieces = fc.constantFrom(
      ...'[]{},:"\\ \n0-1.eE+tfna'.split(''),
      'true',
      'null',
      '"a"',
      '\\u',
    );
    const text = fc.array(pieces, { maxLength: 12 }).map((list) => list.join(''));
    fc.assert(
      fc.property(text, (candidate) => {
        let isFaulty = false;
        try {
          JSON.parse(candidate);
        } catch {
          isFaulty = true;
        }
        const { offset, expected } = findSyntaxFault(candidate);
        const isEnd = expected === 'nothing more' && offset === candidate.length;
        expect(isFaulty).to.equal(!isEnd);
        if (isFaulty && offset < candidate.length) {
          const { offset: again } = findSyntaxFault(`${candidate.slice(0, offset + 1)} rest`);
          expect(again).to.equal(offset);
        }
      }),
      { numRuns: 5000 },
    );
  });
});
