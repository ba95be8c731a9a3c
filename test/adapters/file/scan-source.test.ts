import { expect } from 'chai';
import fc from 'fast-check';
import { parsePieces } from '../../../src/adapters/file/parse-pieces.ts';
import { scanSource } from '../../../src/adapters/file/scan-source.ts';

describe('scanSource', () => {
  it('gives commas at which any array can be parsed in pieces', () => {
    // Long enough for several pieces, and with all that a string may hold.
    const element = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constant({ name: '},{"id":1],[\\', nested: [[{ a: ',' }], ','] }),
    );
    const elements = fc.array(element, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(elements, fc.nat({ max: 2 }), (few, indent) => {
        const length = JSON.stringify(few).length;
        const many = Array.from({ length: Math.ceil(200_000 / length) }, () => few).flat();
        const octets = Buffer.from(JSON.stringify(many, null, indent));
        const { commas } = scanSource(octets);
        expect(commas).not.to.have.length(0);
        expect(JSON.stringify([...parsePieces(octets, commas)])).to.equal(JSON.stringify(many));
      }),
      { numRuns: 40 },
    );
  });

  it('ends, with a SyntaxError at most, whatever it is given', () => {
    const parts = fc.constantFrom(
      ...'[]{}:,"\\ 0-e',
      '"a"',
      '"\\u',
      '1e999',
      '"a":1,"a":2,"b":3,"c":',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 20 }), (list) => {
        try {
          expect(scanSource(Buffer.from(list.join('')))).to.have.property('commas');
        } catch (error) {
          expect(error).to.be.instanceOf(SyntaxError);
        }
      }),
      { numRuns: 5000 },
    );
  });
});
