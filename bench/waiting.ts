// How long clients wait for answers, at a rate that the server keeps easily.
import { utimesSync } from 'node:fs';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { openClients, type Request, takeTurn } from './load.ts';
import { commandOf, fileOf, product, SERVICE } from './scenarios.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** Requests a second, on all connections together, and for how long. */
const [RATE, SECONDS] = [1000, 3];

/**
 * Sends requests at RATE, for SECONDS and then until `isDone`.
 * @returns how long the answers took, in ms from when each request was due, so that a stall counts for all whom
 * it kept waiting, also for those that could be sent only after it (as wrk2 does it)
 */
export async function waits(server: ServerProcess, request: Request, isDone = () => true) {
  const clients = await openClients(server, request);
  await Promise.all(clients.map(({ ask }) => ask()));
  const millis: number[] = [];
  const startedAt = performance.now();
  const keepAsking = async (ask: () => Promise<void>, first: number) => {
    for (let count = first; count < RATE * SECONDS || !isDone(); count += clients.length) {
      const due = startedAt + (count * 1000) / RATE;
      // A timer is late by up to 1 ms and more, so it is set for earlier.
      const early = due - performance.now() - 2;
      if (early > 0) await wait(early);
      while (performance.now() < due) await setImmediate();
      await ask();
      millis.push(performance.now() - due);
    }
  };
  await Promise.all(clients.map(({ ask }, index) => keepAsking(ask, index)));
  for (const { close } of clients) close();
  return millis;
}

/** What all clients of one product wait while the service reloads its file once. */
export async function waitsInReload(products: number, warmUpMillis: number): Promise<number[]> {
  const server = await startServer(commandOf(`${SERVICE}, --watch`), fileOf(products));
  await takeTurn(server, product, warmUpMillis);
  let isReloaded = false;
  server.lines.on('line', (line) => (isReloaded ||= line.includes('Reloaded')));
  // A newer time makes a new version.
  utimesSync(fileOf(products), new Date(), new Date());
  const millis = await waits(server, product, () => isReloaded);
  await server.stop();
  return millis;
}
