import { utimesSync } from 'node:fs';
import { Agent } from 'node:http';
import { check } from './load.ts';
import { commandOf, fileOf, product, SERVICE } from './scenarios.ts';
import { startServer } from './server-process.ts';

/** Until V8 has compiled what is called often. */
const WARM_UP = 2000;

/** The longest wait, in seconds, of a client that asks without pause while the service reloads its file. */
export async function longestWait(products: number): Promise<number> {
  const server = await startServer(commandOf(`${SERVICE}, --watch`), fileOf(products));
  const agent = new Agent({ keepAlive: true });
  let isReloaded = false;
  server.lines.on('line', (line) => (isReloaded ||= line.includes('Reloaded')));
  const waits: number[] = [];
  while (!isReloaded) {
    // A newer time makes a new version.
    if (waits.length === WARM_UP) utimesSync(fileOf(products), new Date(), new Date());
    const askedAt = performance.now();
    await check(server.port, product, agent);
    waits.push((performance.now() - askedAt) / 1000);
  }
  await server.stop();
  return Math.max(...waits.slice(WARM_UP));
}
