import { expect } from 'chai';
import { ratios, spread } from '../../bench/spread.ts';

describe('spread', () => {
  it('takes the middle one of an odd number, by size', () => {
    expect(spread([10, 9, 200])).to.deep.equal({ median: 10, min: 9, max: 200 });
  });

  it('takes the mean of the middle two of an even number', () => {
    expect(spread([4, 1, 2, 100])).to.deep.equal({ median: 3, min: 1, max: 100 });
  });

  it('compares round by round, so that what slows a whole round leaves the ratio alone', () => {
    expect(ratios([2, 20, 6], [1, 10, 2])).to.deep.equal({ median: 2, min: 2, max: 3 });
  });
});
