// What the service is to reach, and whether it does.
import { median, type Results, rowsOf } from './results.ts';
import { BARE, FRAMEWORKS, KOA, MILLION, NGINX, SERVICE, TWIN } from './scenarios.ts';

/** The verdict if the median of the twin is off by more than 5 %. */
export const TOO_NOISY = 'TOO NOISY';

/** Ratios of a server's figure to that of the reference, round by round; none if not measured. */
function ratiosOf(results: Results, server: string, table: string, figure: string, size?: number) {
  return rowsOf(results, table, server, size)[0]?.figures[`ratio of ${figure}`] ?? [];
}

const divide = (ratios: number[], by: number[]) =>
  ratios.map((ratio, round) => ratio / (by[round] ?? Number.NaN));

/** How many times as many lists the service sends as the best framework, round by round. */
export function besideFrameworks(results: Results, products: number): number[] {
  const lists = (server: string) =>
    rowsOf(results, 'List of all', server, products)[0]?.figures['requests/s'] ?? [];
  const best = (round: number) => Math.max(...FRAMEWORKS.map((name) => lists(name)[round] ?? 0));
  return lists(SERVICE).map((count, round) => count / best(round));
}

/** As many decimals as the limits have, or two digits. */
const exact = (number: number) => number.toFixed(number < 10 ? 2 : 0);
const withRange = (numbers: number[]) =>
  `${exact(median(numbers))} (${exact(Math.min(...numbers))}–${exact(Math.max(...numbers))})`;

/** Cells and text of each target that was measured: a multiple, as seconds would depend on the machine. */
export function judge(results: Results) {
  const ratios = (table: string, figure: string, products?: number, server = SERVICE) => ({
    found: ratiosOf(results, server, table, figure, products),
    twin: ratiosOf(results, TWIN, table, figure, products),
  });
  const [few, many] = [ratios('By size', 'CPU', 3), ratios('By size', 'CPU', MILLION)];
  const growth = { found: divide(many.found, few.found), twin: divide(many.twin, few.twin) };
  const { twin } = ratios('List of all', 'requests/s', 10_000);
  const frameworks = { found: besideFrameworks(results, 10_000), twin };
  const compressed = ratios('Compressed list', 'requests/s', 10_000, NGINX);
  const targets = [
    ['CPU of one product', 'at most', 1.2, KOA, ratios('One product', 'CPU')],
    ['CPU growth to a million', 'at most', 1.12, BARE, growth],
    ['CPU of a list of 10,000', 'at most', 2, BARE, ratios('List', 'CPU')],
    ['Lists of 10,000', 'at least', 20, 'the best framework', frameworks],
    ['Compressed lists through nginx', 'at least', 2, 'plain ones without', compressed],
    ['Time to load a million', 'at most', 1.5, BARE, ratios('By size', 'seconds', MILLION)],
    ['Memory for a million', 'at most', 1.2, BARE, ratios('By size', 'MB loaded', MILLION)],
  ] as const;
  return targets.flatMap(([what, bound, limit, of, { found, twin }]) => {
    if (found.length === 0) return [];
    const kept = found.filter((each) => (bound === 'at most' ? each <= limit : each >= limit));
    let verdict = kept.length === 0 ? 'missed' : 'within the noise';
    if (kept.length === found.length) verdict = 'reached';
    if (!(Math.abs(median(twin) - 1) <= 0.05)) verdict = TOO_NOISY;
    const cells = [what, `${bound} ${limit} × ${of}`, withRange(found), withRange(twin), verdict];
    return [{ cells, text: exact(median(found)) }];
  });
}
