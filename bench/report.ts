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
import { loadTable, mostTable, startTable, targetTable, unreadTable } from './tables.ts';
import { judge } from './targets.ts';
import { UNREAD_CLIENTS } from './unread.ts';

/** The whole run as Markdown; a figure is the median of its rounds, with the least and the most. */
export function report(results: Results, setting: string): string {
  return [
    setting,
    section('Targets', targetTable(judge(results))),
    section(
      'One product, 3 held',
      loadTable(
        results,
        oneFloor,
        [oneFloor, oneFloorAgain, oneService, oneNodeHttp, ...onePeers].map(byServer),
      ),
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
    section(
      'Start and memory, 3 held',
      startTable(results, [oneService, oneFloor, oneNodeHttp, ...onePeers]),
    ),
    section('1,000,000 products', mostTable(results.starts)),
  ].join('\n\n');
}

function section(title: string, table: string): string {
  return `### ${title}\n\n${table}`;
}

function byServer(scenario: Scenario): [string, Scenario] {
  return [scenario.server.name, scenario];
}
