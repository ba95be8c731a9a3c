import { markdownTable } from './markdown-table.ts';
import type { Sample, StartSample } from './measure.ts';
import type { Results } from './results.ts';
import {
  listNodeHttp,
  listNodeHttpAgain,
  listPeers,
  listService,
  noProduct,
  noUrl,
  oneFloor,
  oneFloorAgain,
  oneNodeHttp,
  oneOfMost,
  onePeers,
  oneService,
  type Scenario,
} from './scenarios.ts';
import { type Spread, spread } from './spread.ts';
import { judge } from './targets.ts';
import { UNREAD_CLIENTS, type UnreadSample } from './unread.ts';

/** The whole run as Markdown; a figure is the median of its rounds, with the least and the most. */
export function report(results: Results, setting: string): string {
  return [
    setting,
    section('Targets', targetTable(results)),
    section(
      'One product, 3 held',
      loadTable(results, oneFloor, [
        ...[oneFloor, oneFloorAgain, oneService, oneNodeHttp, ...onePeers].map(byServer),
      ]),
    ),
    section(
      'One product among 1,000,000, and none',
      loadTable(results, oneService, [
        ['one product, 3 held', oneService],
        ['one product, 1,000,000 held', oneOfMost],
        ['404, no such product', noProduct],
        ['404, no such URL', noUrl],
      ]),
    ),
    section(
      'The list, 10,000 held',
      loadTable(
        results,
        listNodeHttp,
        [listNodeHttp, listNodeHttpAgain, listService, ...listPeers].map(byServer),
      ),
    ),
    section(`${UNREAD_CLIENTS} clients that leave a list of 10,000 unread`, unreadTable(results)),
    section('Start and memory, 3 held', startTable(results)),
    section('1,000,000 products', mostTable(results.starts)),
  ].join('\n\n');
}

function section(title: string, table: string): string {
  return `### ${title}\n\n${table}`;
}

function targetTable(results: Results): string {
  const rows = judge(results).map(({ work, target, found, reached }) => [
    work,
    target,
    found ? show(found, 2) : '–',
    found ? (reached ? 'reached' : 'not reached') : 'not measured',
  ]);
  return markdownTable(['Work', 'Target', 'Found', ''], rows);
}

function byServer(scenario: Scenario): [string, Scenario] {
  return [scenario.server.name, scenario];
}

function loadTable(
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

function unreadTable({ unread }: Results): string {
  if (unread.size === 0) return 'Not measured: it takes `unshare` and `ip`, and leave to use them.';
  const rows = Array.from(unread, ([name, samples]) => {
    const figure = (key: keyof UnreadSample): string =>
      show(spread(samples.map((sample) => sample[key])), 0);
    return [name, figure('grownMegabytes'), figure('p99Millis')];
  });
  return markdownTable(['', 'MB more resident', 'p99 ms of a client that reads'], rows);
}

function startTable(results: Results): string {
  const rows = [oneService, oneFloor, oneNodeHttp, ...onePeers].map((scenario) => [
    scenario.server.name,
    show(results.spread(scenario, 'firstAnswerMillis'), 0),
    show(results.spread(scenario, 'restMegabytes'), 0),
    show(results.spread(scenario, 'loadedMegabytes'), 0),
  ]);
  return markdownTable(['', 'first answer after ms', 'MB resident', 'MB after load'], rows);
}

function mostTable(starts: readonly StartSample[]): string {
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
