import { type Conditions, measure, measureStart } from './measure.ts';
import type { Extent } from './options.ts';
import { Results } from './results.ts';
import { MANY, MOST, scenarios } from './scenarios.ts';
import { nodeHttp, peers, service } from './servers.ts';
import { measureUnread } from './unread-run.ts';

/** Measures everything, and says on stderr how far it has come. */
export async function measureAll(conditions: Conditions, extent: Extent): Promise<Results> {
  const results = new Results();
  for (let round = 0; round < extent.rounds; round++) {
    console.error(`Round ${round + 1} of ${extent.rounds}`);
    // There and back again, so that nothing always comes after the same thing.
    const order = round % 2 === 0 ? scenarios : scenarios.toReversed();
    for (const scenario of order) results.add(scenario, await measure(scenario, conditions));
  }
  const fewer = extent.unreadRounds;
  for (let round = 0; round < fewer; round++) {
    console.error(
      `Unread lists and ${MOST.toLocaleString('en-GB')} products, ${round + 1} of ${fewer}`,
    );
    for (const server of [nodeHttp, service, ...(extent.unreadPeers ? peers : [])]) {
      const sample = await measureUnread(server, conditions.fileOf(MANY), extent.hold);
      if (sample !== undefined) results.addUnread(server.name, sample);
    }
    results.starts.push(await measureStart(service, MOST, conditions));
  }
  return results;
}
