import type { Results } from './results.ts';
import {
  listNodeHttp,
  listPeers,
  listService,
  noProduct,
  noUrl,
  oneFloor,
  oneOfMost,
  oneService,
  type Scenario,
} from './scenarios.ts';
import { service } from './servers.ts';
import { type Spread, spread } from './spread.ts';

/** What the service is to reach, and whether its median does in this run. */
export interface Verdict {
  readonly work: string;
  readonly target: string;
  /** `undefined` where it could not be measured. */
  readonly found: Spread | undefined;
  readonly reached: boolean;
}

export function judge(results: Results): Verdict[] {
  const cpu = (
    work: string,
    reference: string,
    limit: number,
    [own, to]: [Scenario, Scenario],
  ): Verdict => {
    const found = results.ratio(own, to, 'cpuMicros');
    const target = `at most ${limit.toFixed(2)} × the CPU time of ${reference}`;
    return { work, target, found, reached: found.median <= limit };
  };
  const toPeers = results.ratioToBest(listService, listPeers);
  return [
    cpu('one product, 3 held', "Koa's floor", 1.2, [oneService, oneFloor]),
    cpu('one product, 1,000,000 held', 'its own, 3 held', 1.05, [oneOfMost, oneService]),
    cpu('list of 10,000', 'node:http, one Buffer', 1.15, [listService, listNodeHttp]),
    {
      work: 'list of 10,000',
      target: 'at least 30 × the requests a second of the best of the others',
      found: toPeers,
      reached: toPeers.median >= 30,
    },
    cpu('404, no such product', 'its own, one product', 1.05, [noProduct, oneService]),
    cpu('404, no such URL', 'its own, one product', 1.05, [noUrl, oneService]),
    judgeUnread(results),
  ];
}

function judgeUnread({ unread }: Results): Verdict {
  const samples = unread.get(service.name);
  const found = samples && spread(samples.map(({ grownMegabytes }) => grownMegabytes));
  return {
    work: '500 unread lists of 10,000',
    target: 'at most 40 MB more resident',
    found,
    reached: found !== undefined && found.median <= 40,
  };
}
