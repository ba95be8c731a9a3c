import { expect } from 'chai';
import { judge, medians, ratio, tabulate } from '../../bench/report.ts';
import type { Target } from '../../bench/scenarios.ts';

const ms = (...values: number[]): { ms: number }[] => values.map((value) => ({ ms: value }));

describe('a figure of the benchmark', () => {
  it('is the middle one of its turns by size', () => {
    expect(
      medians([
        { ms: 10, s: 1 },
        { ms: 9, s: 3 },
        { ms: 200, s: 2 },
      ]),
    ).to.deep.equal({
      ms: 10,
      s: 2,
    });
  });

  it('is compared turn by turn, so that what slows neighbours alike leaves the ratio alone', () => {
    expect(ratio(ms(2, 20, 6, 200, 2), ms(1, 10, 2, 100, 1), 'ms')).to.equal(2);
  });
});

describe('the report of the benchmark', () => {
  const samples = Object.entries({ own: [60, 90, 80], one: [2, 2, 1], other: [1, 3, 2] }).flatMap(
    ([row, rates]) => rates.map((rate) => ({ table: 'List', row, figures: { rate } })),
  );

  /** The last two cells of the only row. */
  const verdict = (...target: Target): string[] =>
    judge(samples, [target])
      .split('|')
      .slice(-3, -1)
      .map((cell) => cell.trim());

  it('shows the median of the rounds, with the least and the most', () => {
    expect(tabulate(samples)).to.include('| own   | 80 (60–90) |');
  });

  it('tells a target that is reached from one that is not', () => {
    expect(verdict('List', 'own', 'rate', 'at most', 80)).to.deep.equal(['80 (60–90)', 'reached']);
    expect(verdict('List', 'own', 'rate', 'at most', 79)[1]).to.equal('not reached');
    expect(verdict('List', 'own', 'rate', 'at least', 80)[1]).to.equal('reached');
    expect(verdict('List', 'own', 'rate', 'at least', 81)[1]).to.equal('not reached');
  });

  it('compares with the best rival of each round', () => {
    const rivals = [
      { name: 'one', command: [] },
      { name: 'other', command: [] },
    ];
    expect(verdict('List', 'own', 'rate', 'at least', 30, '× the best', rivals)).to.deep.equal([
      '30 (30–40)',
      'reached',
    ]);
  });

  it('says of a target for which there is no figure that it is not measured', () => {
    expect(verdict('List', 'own', 'price', 'at most', 80)).to.deep.equal(['–', 'not measured']);
  });
});
