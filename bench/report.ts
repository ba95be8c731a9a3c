// The results as text for documents.
import { divide, median, type Results, type Row, rowsOf } from './results.ts';
import { again, BARE, SERVICE, type Target, targets } from './scenarios.ts';

const digits = { minimumSignificantDigits: 3, maximumSignificantDigits: 3 };
const { format } = new Intl.NumberFormat('en-GB', digits);
const median3 = (numbers: readonly number[] = []) => format(median(numbers));
const withRange = (numbers: readonly number[]) =>
  `${median3(numbers)} (${format(Math.min(...numbers))}–${format(Math.max(...numbers))})`;

/** A Markdown table with all columns but the first aligned to the right. */
function tabulate([head, ...rows]: readonly [string[], ...string[][]]): string {
  const [first, ...others] = [head, ...rows].map((cells) => cells.join(' | '));
  return [first, `---${'|--:'.repeat(head.length - 1)}`, ...others].join('\n');
}

/** How many times its reference a target's figure was, round by round. */
function found(results: Results, target: Target): number[] {
  const [, , , , table, products, figure, by = []] = target;
  const [own = [], ...others] = [[SERVICE, products] as const, ...by].map(([server, count]) => {
    const [row] = rowsOf(results, table, server, count);
    if (row?.figures[figure]) return row.figures[figure];
    throw new Error(`not measured: ${figure} of ${server} with ${count} products in "${table}"`);
  });
  const greatest = own.map((_, round) => Math.max(...others.map((other) => other[round] ?? 0)));
  return others.length === 0 ? own : divide(own, greatest);
}

/** Every target, and whether the median of the rounds is good enough. */
function judge(results: Results, all: readonly Target[]): string {
  const rows = all.map((target) => {
    const [what, bound, limit, reference] = target;
    const numbers = found(results, target);
    const isReached = bound === 'at most' ? median(numbers) <= limit : median(numbers) >= limit;
    const verdict = isReached ? 'reached' : 'not reached';
    return [what, `${bound} ${limit} × ${reference}`, withRange(numbers), verdict];
  });
  return tabulate([['figure', 'target', 'found', 'verdict'], ...rows]);
}

/** A figure, a ratio and memory of each row, by what tells them apart. */
function compare(rows: readonly Row[], figure: string, ratio: string, memory = 'MB'): string {
  const isOneSize = new Set(rows.map(({ products }) => products)).size === 1;
  const cells = rows.map(({ server, products, figures }) => {
    const size = products.toLocaleString('en-GB');
    const name = isOneSize ? server : server === SERVICE ? size : `${server}: ${size}`;
    return [name, median3(figures[figure]), median3(figures[ratio]), median3(figures[memory])];
  });
  return tabulate([[isOneSize ? 'server' : 'products', figure, 'ratio', 'MB'], ...cells]);
}

/** Lists a second by server and number of products. */
function compareSizes(results: Results): string {
  const sizes = rowsOf(results, 'List', SERVICE).map(({ products }) =>
    products.toLocaleString('en-GB'),
  );
  const servers = new Set(rowsOf(results, 'List').map(({ server }) => server));
  servers.delete(again(BARE));
  const rows = Array.from(servers, (server) => [
    server,
    ...rowsOf(results, 'List', server).map(({ figures }) => median3(figures['requests/s'])),
  ]);
  return tabulate([['server', ...sizes], ...rows]);
}

/** All that documents quote, by the name that they give it. */
export function texts(results: Results): Record<string, string> {
  const many = rowsOf(results, 'One of many').filter(({ server }) => server !== BARE);
  return {
    run: results.run,
    targets: judge(results, targets),
    list: compare(rowsOf(results, 'List', undefined, 10_000), 'requests/s', 'ratio of CPU'),
    product: compare(rowsOf(results, 'One product'), 'requests/s', 'ratio of CPU'),
    growth: compare(many, 'requests/s', 'ratio of CPU'),
    loading: compare(many, 'seconds', 'ratio of seconds', 'MB loaded'),
    sizes: compareSizes(results),
    ...Object.fromEntries(targets.map((target) => [target[0], median3(found(results, target))])),
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
