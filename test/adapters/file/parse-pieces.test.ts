import { expect } from 'chai';
import fc from 'fast-check';
import { parsePieces } from '../../../src/adapters/file/parse-pieces.ts';

describe('parsePieces', () => {
  function pieces(text: string, commas: readonly number[]): unknown {
    try {
      return [...parsePieces(Buffer.from(text), commas)];
    } catch (error) {
      expect(error).to.be.instanceOf(SyntaxError);
      return undefined;
    }
  }

  function whole(text: string): unknown {
    try {
      const value: unknown = JSON.parse(text);
      return Array.isArray(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  it('gives the elements, cut at no comma, at some, at each', () => {
    const text = ' [{"a": "é,"} , [1,2],3]\n';
    const elements = [{ a: 'é,' }, [1, 2], 3];
    const [first, second] = [Buffer.from(text).indexOf('} ,') + 2, Buffer.from(text).indexOf('],')];
    expect(pieces(text, [])).to.deep.equal(elements);
    expect(pieces(text, [first])).to.deep.equal(elements);
    expect(pieces(text, [first, second + 1])).to.deep.equal(elements);
  });

  for (const text of ['[1,]', '[,1]', '[1,,2]', '[1],[2]', '{"a":1,"b":2}', '1,2', '[1,2]]']) {
    it(`takes ${text} for no array, at whichever comma it is cut`, () => {
      const commas = [...text.matchAll(/,/g)].map(({ index }) => index);
      expect(pieces(text, commas)).to.equal(undefined);
      for (const comma of commas) expect(pieces(text, [comma])).to.equal(undefined);
    });
  }

  it('never takes for an array what is none, or for other elements, wherever it is cut', () => {
    const parts = fc.constantFrom(...',,,[]{}:" \\01-', '[', ']', '{}', '"a"', '[1,2]', ',"b":3');
    const anything = fc.array(parts, { maxLength: 14 }).map((list) => list.join(''));
    const arrays = fc.array(fc.jsonValue(), { maxLength: 6 }).map((value) => JSON.stringify(value));
    const texts = fc.oneof(
      anything,
      anything.map((text) => `[${text}]`),
      arrays,
    );
    fc.assert(
      fc.property(texts, fc.infiniteStream(fc.boolean()), (text, chosen) => {
        const octets = Buffer.from(text);
        const commas = [...octets.keys()].filter((at) => octets[at] === 0x2c);
        const cut = pieces(
          text,
          commas.filter(() => chosen.next().value),
        );
        if (cut !== undefined) expect(cut).to.deep.equal(whole(text));
      }),
      { numRuns: 5000 },
    );
  });
});
