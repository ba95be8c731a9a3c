// A round of a comparison: new processes, since those of one program differ, which take turns.
import { check, takeTurn } from './load.ts';
import { addRound, type Figures, percentiles, type Results, rowsOf } from './results.ts';
import { type Comparison, commandOf, fileOf, SERVICE, TWIN } from './scenarios.ts';
import { memoryOf, startServer } from './server-process.ts';
import { waits, waitsInReload } from './waiting.ts';

const [FIRST_MILLIS, TURN_MILLIS] = [1000, 200];

/**
 * Measures a round, and adds it to the results.
 * @param warmUpMillis after the first second, without a pause: V8 compiles what is called often, for up to 3 s with
 * json-server on Node.js 20 to 26, and half as long with Koa
 * @param turns an even number, since every second one goes backwards
 */
export async function compare(
  comparison: Comparison,
  round: number,
  warmUpMillis: number,
  turns: number,
  to: Results,
): Promise<void> {
  const { table, products, request, reference, others, atFixedRate = [] } = comparison;
  const servers = [TWIN, reference, ...others];
  const ordered = round % 2 === 0 ? servers.toReversed() : servers;
  const start = (server: string) =>
    startServer(commandOf(server === TWIN ? reference : server), fileOf(products));
  const starts = new Map<string, Figures>();
  // The first is replaced by another, as a file that has just been written takes longer to read.
  for (const server of table === 'By size' ? [TWIN, ...ordered] : []) {
    const startedAt = performance.now();
    const running = await start(server);
    await check(running.port, request);
    const seconds = (performance.now() - startedAt) / 1000;
    starts.set(server, { seconds, 'MB loaded': memoryOf(running.pid, 'VmRSS') });
    await running.stop();
  }

  const lanes = [];
  for (const server of ordered) {
    const running = await start(server);
    const { CPU } = await takeTurn(running, request, FIRST_MILLIS);
    await takeTurn(running, request, warmUpMillis);
    const once: Record<string, number> = { ...starts.get(server), 'first CPU': CPU };
    lanes.push({ server, running, turns: [] as Figures[], once });
  }
  for (let turn = 0; turn < turns; turn++) {
    for (const lane of lanes) lane.turns.push(await takeTurn(lane.running, request, TURN_MILLIS));
    lanes.reverse();
  }
  for (const { server, running, once } of lanes) {
    if (atFixedRate.includes(server)) {
      Object.assign(once, percentiles(await waits(running, request)));
    }
    once.MB = memoryOf(running.pid, 'VmHWM');
    await running.stop();
    if (table === 'By size' && server === SERVICE) {
      Object.assign(once, percentiles(await waitsInReload(products, warmUpMillis)));
    }
  }
  const beside = lanes.find(({ server }) => server === reference) ?? { turns: [], once: {} };
  for (const { server, turns, once } of lanes) {
    const [row = { table, server, products, figures: {} }] = rowsOf(to, table, server, products);
    if (!to.rows.includes(row)) to.rows.push(row);
    addRound(row, { turns, once }, beside);
  }
}
