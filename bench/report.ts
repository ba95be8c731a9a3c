// The results as text for documents.
import { median, type Results, type Row, rowsOf } from './results.ts';
import { besideFrameworks, isTwin, type Multiple, SERVICE, targets } from './scenarios.ts';

/** The verdict if the median of the twin is off by more than 5 %. */
export const TOO_NOISY = 'TOO NOISY';

const digits = { minimumSignificantDigits: 2, maximumSignificantDigits: 2 };
const { format } = new Intl.NumberFormat('en-GB', digits);
const median2 = (numbers: readonly number[] = []) => format(median(numbers));
/** As many decimals as the limits have. */
const exact = (number: number) => (number < 10 ? number.toFixed(2) : format(number));
const withRange = (numbers: readonly number[]) =>
  `${exact(median(numbers))} (${exact(Math.min(...numbers))}–${exact(Math.max(...numbers))})`;

/** A Markdown table with all columns but the first aligned to the right. */
function tabulate([head, ...rows]: readonly [string[], ...string[][]]): string {
  const [first, ...others] = [head, ...rows].map((cells) => cells.join(' | '));
  return [first, `---${'|--:'.repeat(head.length - 1)}`, ...others].join('\n');
}

/** A multiple round by round, of its server or another; nothing if that was not measured. */
function multiple(results: Results, of: Multiple, server = of.server ?? SERVICE): number[] {
  const ratios = (name: string, products = of.products) =>
    rowsOf(results, of.table, name, products)[0]?.figures[`ratio of ${of.figure}`] ?? [];
  // The twin is beside its reference only.
  const divisors = isTwin(server) ? [] : (of.by ?? []).map((name) => ratios(name));
  if (of.since !== undefined) divisors.push(ratios(server, of.since));
  if (divisors.length === 0) return ratios(server);
  return ratios(server).map((own, i) => own / Math.max(...divisors.map((each) => each[i] ?? 0)));
}

/** What was found for each target that was measured, and of the twin in the same rounds. */
function judge(results: Results) {
  return targets.flatMap(([what, bound, limit, unit, of]) => {
    const found = multiple(results, of);
    const again = rowsOf(results, of.table).find(({ server }) => isTwin(server));
    if (again === undefined) return [];
    const twin = multiple(results, of, again.server);
    const noise = Math.max(...twin.map((each) => Math.abs(each - 1)));
    const isReached = bound === 'at most' ? median(found) <= limit : median(found) >= limit;
    let verdict = isReached ? 'reached' : 'not reached';
    if (Math.abs(limit / median(found) - 1) <= noise) verdict = 'within the noise';
    if (Math.abs(median(twin) - 1) > 0.05) verdict = TOO_NOISY;
    const target = `${bound} ${limit} × ${unit}`;
    return [{ what, found, cells: [what, target, withRange(found), withRange(twin), verdict] }];
  });
}

/** The medians of some figures of each row, by the heads of their columns. */
function compare(rows: readonly Row[], by: 'server' | 'products', figures: Record<string, string>) {
  const cells = rows.map((row) => [
    row[by].toLocaleString('en-GB'),
    ...Object.values(figures).map((figure) => median2(row.figures[figure])),
  ]);
  return tabulate([[by, ...Object.keys(figures)], ...cells]);
}

/** Lists a second by server and number of products. */
function compareSizes(rows: readonly Row[]): string {
  const [sizes, servers] = [new Set<string>(), new Map<string, string[]>()];
  for (const { server, products, figures } of rows) {
    sizes.add(products.toLocaleString('en-GB'));
    servers.set(server, [...(servers.get(server) ?? [server]), median2(figures['requests/s'])]);
  }
  return tabulate([['server', ...sizes], ...servers.values()]);
}

/** All that documents quote, by the name that they give it. */
export function texts(results: Results): Record<string, string> {
  const judged = judge(results);
  const head = ['figure', 'target', 'found', 'twin', 'verdict'];
  const costs = { 'requests/s': 'requests/s', 'CPU ×': 'ratio of CPU', 'MB at most': 'MB' };
  const memory = { 'MB then': 'MB loaded', 'MB at most': 'MB' };
  const start = { seconds: 'seconds', 'seconds ×': 'ratio of seconds', ...memory };
  const lead = (products: number) =>
    format(1 / median(multiple(results, besideFrameworks(products))));
  return {
    ...{ run: results.run, versions: results.versions },
    targets: tabulate([head, ...judged.map(({ cells }) => cells)]),
    list: compare(rowsOf(results, 'List of all', undefined, 10_000), 'server', costs),
    product: compare(rowsOf(results, 'One product of all'), 'server', costs),
    sizes: compare(rowsOf(results, 'By size', SERVICE), 'products', { ...start, ...costs }),
    lists: compareSizes(rowsOf(results, 'List of all')),
    ...Object.fromEntries(judged.map(({ what, found }) => [what, median2(found)])),
    ...{ 'Lead of frameworks with 1': lead(1), 'Lead of frameworks with 10': lead(10) },
  };
}

/** Replaces what stands between `<!--name-of-a-figure-->` and `<!--end-->`. */
export function fill(document: string, figures: Readonly<Record<string, string>>): string {
  const place = /(<!--([^\s>]+)-->)(\n?).*?(<!--end-->)/gs;
  return document.replace(place, (_, start: string, name: string, space: string, end: string) => {
    const text = figures[name.replaceAll('-', ' ')];
    if (text === undefined) throw new Error(`there is no figure "${name}"`);
    return start + space + text + space + end;
  });
}
