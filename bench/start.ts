// What a start of the service takes, and how long a client waits when the products change.
import { renameSync, writeFileSync } from 'node:fs';
import { peakMemory, startServer } from './server.ts';

/**
 * Starts the service, and then changes its file while a client asks for the first product without pause.
 * @returns `start` in ms until the first response, and the longest `wait` in ms for one until the new version is
 * served; the memory in MB at the end of both
 */
export async function measureStart(products: readonly object[], file: string) {
  writeFileSync(file, JSON.stringify([{ ...products[0], price: 1 }, ...products.slice(1)]));
  writeFileSync(
    `${file}.new`,
    JSON.stringify([{ ...products[0], price: 2 }, ...products.slice(1)]),
  );
  const startedAt = performance.now();
  const server = await startServer('this service', file, '--watch');
  const isNew = async () => (await (await fetch(`${server.url}/1`)).text()).includes('"price":2}');
  await isNew();
  const start = performance.now() - startedAt;
  const memory = peakMemory(server);

  renameSync(`${file}.new`, file);
  let wait = 0;
  for (let isReloaded = false; !isReloaded; ) {
    const askedAt = performance.now();
    isReloaded = await isNew();
    wait = Math.max(wait, performance.now() - askedAt);
  }
  const memoryAfterReload = peakMemory(server);
  await server.stop('SIGKILL');
  return { start, memory, wait, memoryAfterReload };
}
