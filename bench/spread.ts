/** What a figure was over the rounds of a run. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** @param values at least one */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    min: at(0),
    max: at(sorted.length - 1),
  };
}

/** Round by round, how many times `references` the `values` are: what drifts between rounds is out. */
export function ratios(values: readonly number[], references: readonly number[]): Spread {
  return spread(values.map((value, round) => value / (references[round] ?? Number.NaN)));
}
