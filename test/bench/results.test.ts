import { expect } from 'chai';
import { addRound, percentiles } from '../../bench/results.ts';

describe('the results of the benchmark', () => {
  for (const { what, CPUs, CPU, drift } of [
    { what: 'no trace of an advantage in every second turn', CPUs: [6, 4, 6, 4], CPU: 5, drift: 1 },
    { what: 'the drift of a server that gets faster', CPUs: [2, 2, 1, 1], CPU: 1.5, drift: 0.5 },
  ]) {
    it(`have ${what}`, () => {
      const row = { table: 'List', server: 'twin', products: 3, figures: {} };
      const beside = { turns: CPUs.map(() => ({ CPU: 1 })), once: { MB: 4 } };
      addRound(row, { turns: CPUs.map((each) => ({ CPU: each })), once: { MB: 6 } }, beside);
      const once = { MB: [6], 'ratio of MB': [1.5] };
      const turns = { CPU: [CPU], 'ratio of CPU': [CPU], 'drift of CPU': [drift] };
      expect(row.figures).to.deep.equal({ ...once, ...turns });
    });
  }

  it('have the time within which so many of 100 answers came', () => {
    const times = percentiles(Array.from({ length: 1000 }, (_, index) => 1000 - index));
    expect(Object.values(times)).to.deep.equal([500, 990, 999, 1000]);
  });
});
