import { markdownTable } from './markdown-table.ts';
import type { Sample, StartSample } from './measure.ts';
import type { Results } from './results.ts';
import type { Scenario } from './scenarios.ts';
import { type Spread, spread } from './spread.ts';
import type { Verdict } from './targets.ts';
import type { UnreadSample } from './unread.ts';

export function targetTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ work, target, found, reached }) => [
    work,
    target,
    found ? show(found, 2) : '–',
    found ? (reached ? 'reached' : 'not reached') : 'not measured',
  ]);
  return markdownTable(['Work', 'Target', 'Found', ''], rows);
}

/** A row for each scenario, by a name for it; the ratios are to `reference`. */
export function loadTable(
  results: Results,
  reference: Scenario,
  rows: readonly (readonly [string, Scenario])[],
): string {
  const head = ['', 'requests/s', 'CPU µs a request', 'ratio of CPU', 'p99 ms', 'core'];
  return markdownTable(
    head,
    rows.map(([name, scenario]) => {
      const figure = (key: keyof Sample): Spread => results.spread(scenario, key);
      const ratio = results.ratio(scenario, reference, 'cpuMicros');
      return [
        name,
        show(figure('perSecond'), 0),
        show(figure('cpuMicros'), 1),
        scenario === reference ? '1' : show(ratio, 2),
        show(figure('p99Millis'), 1),
        `${(figure('busy').median * 100).toFixed(0)} %`,
      ];
    }),
  );
}

export function unreadTable({ unread }: Results): string {
  if (unread.size === 0) return 'Not measured: it takes `unshare` and `ip`, and leave to use them.';
  const rows = Array.from(unread, ([name, samples]) => {
    const figure = (key: keyof UnreadSample): string =>
      show(spread(samples.map((sample) => sample[key])), 0);
    return [name, figure('grownMegabytes'), figure('p99Millis')];
  });
  return markdownTable(['', 'MB more resident', 'p99 ms of a client that reads'], rows);
}

export function startTable(results: Results, scenarios: readonly Scenario[]): string {
  const rows = scenarios.map((scenario) => [
    scenario.server.name,
    show(results.spread(scenario, 'firstAnswerMillis'), 0),
    show(results.spread(scenario, 'restMegabytes'), 0),
    show(results.spread(scenario, 'loadedMegabytes'), 0),
  ]);
  return markdownTable(['', 'first answer after ms', 'MB resident', 'MB after load'], rows);
}

export function mostTable(starts: readonly StartSample[]): string {
  const figure = (key: keyof StartSample): string =>
    show(spread(starts.map((sample) => sample[key])), 0);
  return markdownTable(
    ['', 'this service'],
    [
      ['listens after ms', figure('listeningMillis')],
      ['first list within ms', figure('listMillis')],
      ['MB resident after it', figure('megabytes')],
    ],
  );
}

function show({ median, min, max }: Spread, decimals: number): string {
  const [middle, least, most] = [median, min, max].map((value) =>
    value.toLocaleString('en-GB', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }),
  );
  return `${middle} (${least}–${most})`;
}
