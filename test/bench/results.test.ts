import { expect } from 'chai';
import { addRound } from '../../bench/results.ts';

describe('the results of the benchmark', () => {
  it('have no trace of an advantage that a server has in every second turn', () => {
    const turns = [1.1, 0.9, 1.1, 0.9].map((CPU) => ({ CPU }));
    const row = { table: 'List', server: 'twin', products: 3, figures: {} };
    addRound(row, turns, [{ CPU: 1 }, { CPU: 1 }, { CPU: 1 }, { CPU: 1 }]);
    expect(row.figures).to.deep.equal({ CPU: [1], 'ratio of CPU': [1] });
  });
});
