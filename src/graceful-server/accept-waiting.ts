import type { Server } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';

/**
 * Waits until the server has accepted the clients in the kernel's queue. They have connected
 * already, and closing the listening socket would reset them. Node accepts at least one of them in
 * each iteration of the event loop, so the queue is empty once an iteration has accepted nobody.
 * @param timeout the longest wait in milliseconds, even if new clients go on connecting
 */
export async function acceptWaiting(server: Server, timeout: number): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  // Node may have looked at the queue in this iteration already, so it does not count.
  await nextIteration();
  const startedAt = performance.now();
  let acceptedBefore: number;
  do {
    acceptedBefore = accepted;
    await nextIteration();
  } while (accepted > acceptedBefore && performance.now() - startedAt < timeout);
  server.off('connection', count);
}
