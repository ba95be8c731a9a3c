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
   * Round by round: `requests/s`, `CPU` (µs a request) and `first CPU`, that of the first second under load; `seconds`
   * to the first answer, resident `MB loaded` then and `MB` at most; the `ms for …` of 100 answers. Of each also the
   * `ratio of …` to the reference of the table, and of the first two their `drift of …`. Of a stop the requests lost.
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

/** The time in ms within which 50, 99 and 99.9 of 100 answers came, and all of them. */
export function percentiles(millis: readonly number[]): Figures {
  const sorted = millis.toSorted((a, b) => a - b);
  const within = (share: number) => sorted[Math.ceil((share * sorted.length) / 100) - 1];
  const shares = { 'ms for 50': 50, 'ms for 99': 99, 'ms for 99.9': 99.9, 'ms for all': 100 };
  return Object.fromEntries(
    Object.entries(shares).map(([name, share]) => [name, within(share) ?? Number.NaN]),
  );
}

/** Two digits, or three from 100 on: with two, 8,900 / 190 could be 43. */
export function format(number: number): string {
  const maximumSignificantDigits = number < 100 ? 2 : 3;
  return number.toLocaleString('en-GB', { minimumSignificantDigits: 2, maximumSignificantDigits });
}

/** What was measured in a turn, or once in a round. */
export type Figures = Readonly<Record<string, number>>;

/** What was measured of a server with new processes: in an even number of turns, and once. */
export interface Round {
  readonly turns: readonly Figures[];
  readonly once: Figures;
}

/**
 * Adds a round: of each figure the median of its turns, and of its ratios to the turns beside them; and the drift,
 * which is the second half of its turns as a multiple of the first.
 */
export function addRound({ figures }: Row, round: Round, reference: Round): void {
  const add = (name: string, number: number) => {
    // Four digits are more than a figure means.
    figures[name] = [...(figures[name] ?? []), Number(number.toPrecision(4))];
  };
  const addAll = (own: readonly Figures[], beside: readonly Figures[]) => {
    for (const name of Object.keys(own[0] ?? {})) {
      const values = own.map((each) => each[name] ?? Number.NaN);
      const ratios = values.map((value, index) => value / (beside[index]?.[name] ?? Number.NaN));
      add(name, median(values));
      if (name in (beside[0] ?? {})) add(`ratio of ${name}`, median(ratios));
      const [first, second] = [values.slice(0, values.length / 2), values.slice(values.length / 2)];
      if (own === round.turns) add(`drift of ${name}`, median(second) / median(first));
    }
  };
  addAll([round.once], [reference.once]);
  addAll(round.turns, reference.turns);
}
