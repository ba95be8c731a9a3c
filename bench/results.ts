/** All that the benchmark found, and how, when and on what it ran. */
export interface Results {
  readonly run: string;
  /** Of what the service is compared with. */
  readonly versions: string;
  readonly rows: Row[];
}

/** What was found of a server that holds so many products. */
export interface Row {
  readonly table: string;
  readonly server: string;
  readonly products: number;
  /**
   * Round by round: `requests/s`, `CPU` (µs a request), `seconds` to the first answer, resident `MB loaded`
   * then and `MB` at most; and of each the `ratio of …` to the reference of the table. Also seconds of `wait` in
   * a reload, and of a stop the requests `lost`, by 64 clients and by a slow reader.
   */
  readonly figures: Record<string, number[]>;
}

/** The rows of a table by size: all, or those of a server or with so many products. */
export function rowsOf({ rows }: Results, table: string, server?: string, products?: number) {
  const isWanted = (row: Row) =>
    (server ?? row.server) === row.server && (products ?? row.products) === row.products;
  const wanted = rows.filter((row) => row.table === table && isWanted(row));
  return wanted.sort((a, b) => a.products - b.products);
}

/** The mean of the middle two by size, which are one if the number is odd. */
export function median(numbers: readonly number[] = []): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
}

/** Two digits, or three from 100 on: with two, 8,900 / 190 could be 43. */
export function format(number: number): string {
  const maximumSignificantDigits = number < 100 ? 2 : 3;
  return number.toLocaleString('en-GB', { minimumSignificantDigits: 2, maximumSignificantDigits });
}

/** What was measured in a turn. */
export type Turn = Readonly<Record<string, number>>;

/** Adds a round: of each figure the median of its turns, and of its ratios to the turns beside them. */
export function addRound({ figures }: Row, turns: readonly Turn[], reference: readonly Turn[]) {
  const add = (name: string, numbers: readonly number[]) => {
    // Four digits are more than a figure means.
    figures[name] = [...(figures[name] ?? []), Number(median(numbers).toPrecision(4))];
  };
  for (const figure of Object.keys(turns[0] ?? {})) {
    const own = turns.map((turn) => turn[figure] ?? Number.NaN);
    const ratios = own.map((value, index) => value / (reference[index]?.[figure] ?? Number.NaN));
    add(figure, own);
    add(`ratio of ${figure}`, ratios);
  }
}
