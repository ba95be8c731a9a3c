import { expect } from 'chai';
import { addRound } from '../../bench/results.ts';

describe('the results of the benchmark', () => {
  const added = (...CPUs: number[]) => {
    const row = { table: 'List', server: 'twin', products: 3, figures: {} };
    const beside = { turns: CPUs.map(() => ({ CPU: 1 })), once: { MB: 4 } };
    addRound(row, { turns: CPUs.map((CPU) => ({ CPU })), once: { MB: 6 } }, beside);
    return row.figures;
  };

  it('have no trace of an advantage that a server has in every second turn', () => {
    const once = { MB: [6], 'ratio of MB': [1.5] };
    const figures = { CPU: [1], 'ratio of CPU': [1], 'drift of CPU': [1] };
    expect(added(1.1, 0.9, 1.1, 0.9)).to.deep.equal({ ...once, ...figures });
  });

  it('say how far the second half of the turns was from the first', () => {
    expect(added(2, 2, 1, 1)).to.deep.include({ 'drift of CPU': [0.5] });
  });
});
