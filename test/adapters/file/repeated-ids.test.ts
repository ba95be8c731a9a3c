import { expect } from 'chai';
import { describeRepeatedIds } from '../../../src/adapters/file/repeated-ids.ts';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';

describe('describeRepeatedIds', () => {
  function linesOf(...ids: number[]): readonly string[] {
    const catalog = new MemoryCatalog(ids.map((id) => ({ id, name: 'Tea', price: 3 })));
    return describeRepeatedIds('a.json', catalog);
  }

  it('returns no lines where every id is unique', () => {
    expect(linesOf(7, 0, 3)).to.deep.equal([]);
  });

  it('names the products that share an id, and the one that is returned', () => {
    expect(linesOf(7, 0, 7, 3, -0, 7)).to.deep.equal([
      'a.json: warning: [0] and [2] share id 7; /api/products/7 always returns [0]',
      'a.json: warning: [1] and [4] share id 0; /api/products/0 always returns [1]',
      'a.json: warning: [0] and [5] share id 7; /api/products/7 always returns [0]',
    ]);
  });

  it('shows the first ten of more', () => {
    const lines = linesOf(...Array<number>(13).fill(1));
    expect(lines).to.have.length(11);
    expect(lines[10]).to.equal('a.json: and 2 more');
  });
});
