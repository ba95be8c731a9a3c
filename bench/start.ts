// What a start of the service takes, and how long a client waits when the products change.
import { renameSync, writeFileSync } from 'node:fs';
import { peakMemory, startServer } from './server.ts';

export interface Start {
  /** The time until the first response. */
  readonly milliseconds: number;
  /** The longest time in ms that a client waited until the new version was served. */
  readonly longestWait: number;
  /** The time in ms of the first response with the new list, which is serialised for it. */
  readonly firstList: number;
  /** The peak of the memory after all that, in MB. */
  readonly memory: number;
}

/** Starts the service, and changes its file while a client asks for a product without pause. */
export async function measureStart(products: readonly object[], file: string): Promise<Start> {
  const withPrice = (price: number) => [{ ...products[0], price }, ...products.slice(1)];
  writeFileSync(file, JSON.stringify(withPrice(1)));
  writeFileSync(`${file}.new`, JSON.stringify(withPrice(2)));
  const startedAt = performance.now();
  const server = await startServer('this service', file, '--watch');
  const isNew = async () => (await (await fetch(`${server.url}/1`)).text()).includes('"price":2}');
  const timeList = async () => {
    const askedAt = performance.now();
    await (await fetch(server.url)).arrayBuffer();
    return performance.now() - askedAt;
  };
  await isNew();
  const milliseconds = performance.now() - startedAt;
  await timeList();

  renameSync(`${file}.new`, file);
  let longestWait = 0;
  for (let isReloaded = false; !isReloaded; ) {
    const askedAt = performance.now();
    isReloaded = await isNew();
    longestWait = Math.max(longestWait, performance.now() - askedAt);
  }
  const firstList = await timeList();
  const memory = peakMemory(server);
  await server.stop('SIGKILL');
  return { milliseconds, longestWait, firstList, memory };
}
