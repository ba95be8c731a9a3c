import type { Server } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';

/**
 * Waits until the server has accepted all clients in the kernel's queue: they have connected
 * already, and closing the listening socket would reset them.
 * @param timeout the longest wait in milliseconds, even if new clients go on connecting
 */
export async function drainAcceptQueue(server: Server, timeout: number): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  // Node may have looked at the queue in this iteration already, so it does not count.
  await nextIteration();
  const startedAt = performance.now();
  let acceptedBefore: number;
  // Node accepts at least one client in each iteration of the event loop, so the queue is empty
  // once an iteration has accepted nobody.
  do {
    acceptedBefore = accepted;
    await nextIteration();
  } while (accepted > acceptedBefore && performance.now() - startedAt < timeout);
  server.off('connection', count);
}
