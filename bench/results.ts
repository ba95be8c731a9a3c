/** All that the benchmark found, and how, when and on what it ran. */
export interface Results {
  readonly run: string;
  readonly rows: readonly Row[];
}

/** What was found of a server that holds so many products. */
export interface Row {
  readonly table: string;
  readonly server: string;
  readonly products: number;
  /**
   * Round by round: `requests/s`, `CPU` (µs a request), resident `MB`, `seconds` to the first answer and
   * `MB loaded` then; and of each the `ratio of …` to the reference of the table.
   */
  readonly figures: Record<string, number[]>;
}

/** The rows of a table: all, or those of a server or with so many products. */
export function rowsOf({ rows }: Results, table: string, server?: string, products?: number) {
  const isWanted = (row: Row) =>
    (server ?? row.server) === row.server && (products ?? row.products) === row.products;
  return rows.filter((row) => row.table === table && isWanted(row));
}

/** The middle one by size; of an even number, the greater of the middle two. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** How many times its reference each number is: the one measured at the same time. */
export function divide(numbers: readonly number[], references: readonly number[]): number[] {
  return numbers.map((number, index) => number / (references[index] ?? Number.NaN));
}

/** What a turn measured, by the name of the figure. */
export type Turn = Readonly<Record<string, number>>;

/** Adds a round: of each figure the median of its turns, and of its ratios to the turns beside them. */
export function addRound({ figures }: Row, turns: readonly Turn[], reference: readonly Turn[]) {
  const add = (figure: string, numbers: readonly number[]) => {
    // Four digits are more than a figure means.
    figures[figure] = [...(figures[figure] ?? []), Number(median(numbers).toPrecision(4))];
  };
  for (const figure of Object.keys(turns[0] ?? {})) {
    const of = (all: readonly Turn[]) => all.map((turn) => turn[figure] ?? Number.NaN);
    add(figure, of(turns));
    add(`ratio of ${figure}`, divide(of(turns), of(reference)));
  }
}
