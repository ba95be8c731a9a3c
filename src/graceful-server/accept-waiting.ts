import type { Server } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';

/**
 * Accepts the clients that wait in the kernel's queue. They have connected already, and closing the
 * listening socket would reset them. Node accepts at least one of them in each iteration of the
 * event loop, so the queue is empty once an iteration has accepted nobody.
 * @param timeout how long at most, in milliseconds, though new clients go on connecting
 */
export async function acceptWaiting(server: Server, timeout: number): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  // This iteration may be past its look at the queue, and its time must not count.
  await nextIteration();
  const startedAt = performance.now();
  let acceptedBefore: number;
  do {
    acceptedBefore = accepted;
    await nextIteration();
  } while (accepted > acceptedBefore && performance.now() - startedAt < timeout);
  server.off('connection', count);
}
