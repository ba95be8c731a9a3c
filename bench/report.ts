// The results as text for documents.
import { format, median, type Results, type Row, rowsOf } from './results.ts';
import { MILLION, SERVICE } from './scenarios.ts';
import { besideFrameworks, judge } from './targets.ts';

/** The documents that quote figures. */
export const documents = ['README.md', 'docs/performance.md', 'docs/operations.md'];

/** A Markdown table with all columns but the first aligned to the right. */
function tabulate([head, ...rows]: readonly [string[], ...string[][]]): string {
  const [first, ...others] = [head, ...rows].map((cells) => cells.join(' | '));
  return [first, `---${'|--:'.repeat(head.length - 1)}`, ...others].join('\n');
}

/** The medians of some figures of each row, by the heads of their columns. */
function compare(rows: readonly Row[], by: 'server' | 'products', figures: Record<string, string>) {
  const cells = rows.map((row) => [
    row[by].toLocaleString('en-GB'),
    ...Object.values(figures).map((figure) => format(median(row.figures[figure]))),
  ]);
  return tabulate([[by, ...Object.keys(figures)], ...cells]);
}

/** Lists a second by server and number of products. */
function compareSizes(rows: readonly Row[]): string {
  const sizes = new Set(rows.map(({ products }) => products.toLocaleString('en-GB')));
  const servers = new Map<string, string[]>();
  for (const { server, figures } of rows) {
    const before = servers.get(server) ?? [server];
    servers.set(server, [...before, format(median(figures['requests/s']))]);
  }
  return tabulate([['server', ...sizes], ...servers.values()]);
}

/** All that documents quote, by the name that they give it. */
export function texts(results: Results): Record<string, string> {
  const judged = judge(results);
  const verdicts = judged.map(({ cells }) => cells);
  const load = { 'requests/s': 'requests/s', 'CPU ×': 'ratio of CPU', 'MB at most': 'MB' };
  const start = { seconds: 'seconds', 'seconds ×': 'ratio of seconds', 'MB then': 'MB loaded' };
  const stops = rowsOf(results, 'Stop').map(({ server, figures }) => {
    return [server, `${figures.lost}`, figures['lists lost']?.[0] ? 'cut off' : 'complete'];
  });
  const wait = { 'longest wait in a reload': 'wait' };
  const waitWith = (products: number) =>
    format(median(rowsOf(results, 'By size', SERVICE, products)[0]?.figures.wait));
  const lead = (products: number) => format(1 / median(besideFrameworks(results, products)));
  return {
    ...{ run: results.run, versions: results.versions },
    targets: tabulate([['figure', 'target', 'found', 'twin', 'verdict'], ...verdicts]),
    list: compare(rowsOf(results, 'List of all', undefined, 10_000), 'server', load),
    product: compare(rowsOf(results, 'One product of all'), 'server', load),
    sizes: compare(rowsOf(results, 'By size', SERVICE), 'products', { ...start, ...load, ...wait }),
    lists: compareSizes(rowsOf(results, 'List of all')),
    stops: tabulate([['server', 'requests lost of 64', 'slow reader'], ...stops]),
    ...Object.fromEntries(judged.map(({ cells: [what], text }) => [what, text])),
    ...{ 'Lead of frameworks with 1': lead(1), 'Lead of frameworks with 10': lead(10) },
    'Longest wait with 100,000': waitWith(100_000),
    'Longest wait with a million': waitWith(MILLION),
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
