// What a start of the service takes, and how long a client waits when the products change.
import { renameSync, writeFileSync } from 'node:fs';
import { peakMemory, startServer } from './server.ts';

export interface Start {
  /** Until the first response. */
  readonly milliseconds: number;
  /** The peak until then, in MB. */
  readonly memory: number;
  /** The longest time in ms that a client waited for a response, until the new version was served. */
  readonly longestWait: number;
  /** The peak until then, in MB. */
  readonly memoryAfterReload: number;
}

/** Starts the service, and then changes its file while a client asks for the first product without pause. */
export async function measureStart(products: readonly object[], file: string): Promise<Start> {
  writeFileSync(file, JSON.stringify([{ ...products[0], price: 1 }, ...products.slice(1)]));
  writeFileSync(
    `${file}.new`,
    JSON.stringify([{ ...products[0], price: 2 }, ...products.slice(1)]),
  );
  const startedAt = performance.now();
  const server = await startServer('this service', file, '--watch');
  const isNew = async () => (await (await fetch(`${server.url}/1`)).text()).includes('"price":2}');
  await isNew();
  const milliseconds = performance.now() - startedAt;
  const memory = peakMemory(server);

  renameSync(`${file}.new`, file);
  let longestWait = 0;
  for (let isReloaded = false; !isReloaded; ) {
    const askedAt = performance.now();
    isReloaded = await isNew();
    longestWait = Math.max(longestWait, performance.now() - askedAt);
  }
  const memoryAfterReload = peakMemory(server);
  await server.stop('SIGKILL');
  return { milliseconds, memory, longestWait, memoryAfterReload };
}
