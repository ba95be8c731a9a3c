// What the service is to reach, and whether it does.
import { median, type Results, rowsOf } from './results.ts';
import { BARE, KOA, KOA_KEPT, MILLION, NGINX, SERVICE, TWIN } from './scenarios.ts';

/** The verdict if the median of the twin, or of a drift, is off by more than 5 %. */
export const TOO_NOISY = 'TOO NOISY';

const divide = (ratios: number[], by: number[]) =>
  ratios.map((ratio, round) => ratio / (by[round] ?? Number.NaN));

/** As many decimals as the limits have, or two digits. */
export const exact = (number: number) => number.toFixed(number < 10 ? 2 : 0);
const withRange = (numbers: number[]) =>
  `${exact(median(numbers))} (${exact(Math.min(...numbers))}–${exact(Math.max(...numbers))})`;
const distance = (ratio: number) => Math.abs(ratio - 1);

/** Cells and text of each target that was measured: a multiple, as seconds would depend on the machine. */
export function judge(results: Results) {
  /** Of a server and of the twin the ratios to the reference, round by round, and the drifts of both. */
  function ratios(table: string, figure: string, beside: string, size?: number, server = SERVICE) {
    const of = (name: string, kind: string) =>
      rowsOf(results, table, name, size)[0]?.figures[`${kind} of ${figure}`] ?? [];
    const drifts = [server, beside].map((name) => of(name, 'drift'));
    // What is measured once in a round has none.
    const drift = drifts.filter(({ length }) => length > 0).map(median);
    return { table, found: of(server, 'ratio'), twin: of(TWIN, 'ratio'), drift };
  }
  const few = ratios('By size', 'CPU', BARE, 3);
  const many = ratios('By size', 'CPU', BARE, MILLION);
  const growth = {
    ...{ found: divide(many.found, few.found), twin: divide(many.twin, few.twin) },
    ...{ table: many.table, drift: [...few.drift, ...many.drift] },
  };
  const list = ratios('List', 'CPU', BARE, 10_000);
  const koa = ratios('List', 'CPU', BARE, 10_000, KOA_KEPT);
  const drift = [...list.drift, ...koa.drift];
  const besideKoa = { ...list, found: divide(list.found, koa.found), drift };
  const compressed = ratios('Compressed list', 'requests/s', SERVICE, 10_000, NGINX);
  const targets = [
    ['CPU of one product', 'at most', 1, KOA, ratios('One product', 'CPU', KOA)],
    ['CPU growth to a million', 'at most', 1.12, BARE, growth],
    ['CPU of a list of 10,000', 'at most', 1.15, BARE, list],
    ['CPU of a list of 10,000 beside Koa', 'at most', 1.1, KOA_KEPT, besideKoa],
    ['Compressed lists through nginx', 'at least', 2, 'plain ones without', compressed],
    ['Time to load a million', 'at most', 1.4, BARE, ratios('By size', 'seconds', BARE, MILLION)],
    ['Memory for a million', 'at most', 1, BARE, ratios('By size', 'MB loaded', BARE, MILLION)],
  ] as const;
  return targets.flatMap(([what, bound, limit, of, { table, found, twin, drift }]) => {
    if (found.length === 0) return [];
    const kept = found.filter((each) => (bound === 'at most' ? each <= limit : each >= limit));
    const isQuiet = [median(twin), ...drift].every((ratio) => distance(ratio) <= 0.05);
    let verdict = kept.length === 0 ? 'missed' : 'within the noise';
    if (kept.length === found.length) verdict = 'reached';
    if (!isQuiet) verdict = TOO_NOISY;
    const [farthest] = drift.toSorted((a, b) => distance(b) - distance(a));
    const noise = [withRange(twin), farthest === undefined ? '–' : exact(farthest)];
    const cells = [what, `${bound} ${exact(limit)} × ${of}`, withRange(found), ...noise, verdict];
    return [{ cells, text: exact(median(found)), table, verdict }];
  });
}
