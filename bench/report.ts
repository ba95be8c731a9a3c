// The results as text for documents.
import { format, median, type Results, type Row, rowsOf } from './results.ts';
import { FASTIFY_KEPT, FRAMEWORKS, KOA, KOA_KEPT, MILLION, SERVICE } from './scenarios.ts';
import { exact, judge } from './targets.ts';

/** The documents that quote figures. */
export const documents = ['README.md', 'docs/performance.md', 'docs/operations.md'];

/** A Markdown table with all columns but the first aligned to the right. */
function tabulate([head, ...rows]: readonly [string[], ...string[][]]): string {
  const [first, ...others] = [head, ...rows].map((cells) => cells.join(' | '));
  return [first, `---${'|--:'.repeat(head.length - 1)}`, ...others].join('\n');
}

const LOAD = { 'requests/s': 'requests/s', 'CPU ×': 'ratio of CPU', 'MB at most': 'MB' };

/** The medians of some figures of each row, by the heads of their columns. */
export function tableOf(
  rows: readonly Row[],
  figures: Record<string, string> = LOAD,
  by: 'server' | 'products' = 'server',
) {
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

/** Requests lost by case, as stop.ts names them, and what became of the slow readers. */
export function stopTable(rows: readonly Row[]): string {
  const cases = ['without pause', 'pause of 50 ms', 'new connections'];
  const cells = rows.map(({ server, figures }) => {
    const isAnyLost = figures['lists lost']?.some(Boolean);
    return [server, ...cases.map((each) => `${figures[each]}`), isAnyLost ? 'cut off' : 'complete'];
  });
  return tabulate([['server', ...cases, 'slow reader'], ...cells]);
}

/** In how many ms so many of 100 answers came. */
function waitTable(rows: readonly Row[]): string {
  const shares = ['50', '99', '99.9'].map((share) => [`${share} of 100`, `ms for ${share}`]);
  const measured = rows.filter(({ figures }) => figures['ms for 50'] !== undefined);
  return tableOf(measured, Object.fromEntries(shares));
}

/** All that documents quote, by the name that they give it. */
export function texts(results: Results): Record<string, string> {
  const judged = judge(results);
  const start = { seconds: 'seconds', 'seconds ×': 'ratio of seconds', 'MB then': 'MB loaded' };
  const sizes = { ...start, ...LOAD, 'ms at most in a reload': 'ms for all' };
  const [products, lists] = [rowsOf(results, 'One product'), rowsOf(results, 'List')];
  const reloads = rowsOf(results, 'By size', SERVICE, 100_000);
  const reload = reloads.map((row) => ({ ...row, server: `${SERVICE}, in a reload of 100,000` }));
  const long = rowsOf(results, 'List', undefined, 10_000);
  return {
    ...{ run: results.run, versions: results.versions },
    targets: tabulate([
      ['figure', 'target', 'found', 'twin', 'drift', 'verdict'],
      ...judged.map(({ cells }) => cells),
    ]),
    list: tableOf(long),
    product: tableOf(products),
    sizes: tableOf(rowsOf(results, 'By size', SERVICE), sizes, 'products'),
    lists: compareSizes(lists),
    'waits for one product': waitTable([...products, ...reload]),
    'waits for a list': waitTable(long),
    stops: stopTable(rowsOf(results, 'Stop')),
    ...Object.fromEntries(judged.map(({ cells: [what], text }) => [what, text])),
    ...phrases(results),
  };
}

/** How many times as many lists the service sends as the best framework, as documented. */
function lead(results: Results, products: number): number {
  const lists = (server: string) =>
    median(rowsOf(results, 'List', server, products)[0]?.figures['requests/s']);
  return lists(SERVICE) / Math.max(...FRAMEWORKS.map(lists));
}

/** What sentences quote beside the targets. */
function phrases(results: Results): Record<string, string> {
  const figure = (name: string, table: string, server: string, products?: number) =>
    median(rowsOf(results, table, server, products)[0]?.figures[name]);
  const ratio = (table: string, server: string, products?: number) =>
    exact(figure('ratio of CPU', table, server, products));
  const longestWait = (products: number) =>
    format(figure('ms for all', 'By size', SERVICE, products) / 1000);
  const first = (server: string) =>
    format(figure('first CPU', 'One product', server) / figure('CPU', 'One product', server));
  const [own, ...others] = rowsOf(results, 'Stop').map(({ figures }) =>
    Number(figures['without pause']),
  );
  const [least, most] = [Math.min(...others), Math.max(...others)];
  return {
    'List with Koa': ratio('List', KOA_KEPT, 10_000),
    'List with Fastify': ratio('List', FASTIFY_KEPT, 10_000),
    'List with Fastify as documented': ratio('List', 'Fastify', 10_000),
    'One product with Fastify': ratio('One product', 'Fastify'),
    'One product with log': ratio('One product', `${SERVICE}, --log`),
    'One connection': ratio('One connection', SERVICE),
    'First second': first(SERVICE),
    'First second of Koa': first(KOA),
    'Lead with 10,000': format(lead(results, 10_000)),
    'Lead of frameworks with 1': format(1 / lead(results, 1)),
    'Lead of frameworks with 10': format(1 / lead(results, 10)),
    'Longest wait with 100,000': longestWait(100_000),
    'Longest wait with a million': longestWait(MILLION),
    'Lost here': `${own}`,
    'Lost elsewhere': least === most ? `${most}` : `${least} to ${most}`,
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
