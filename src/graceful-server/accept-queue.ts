import type { Server } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';

/**
 * Waits until the server has accepted all clients in the kernel's queue: they have connected
 * already, and closing the listening socket would reset them.
 * @param timeout the longest wait in milliseconds, even if new clients go on connecting
 */
export async function drainAcceptQueue(server: Server, timeout: number): Promise<void> {
  let hasAccepted = false;
  const noteClient = () => {
    hasAccepted = true;
  };
  server.on('connection', noteClient);
  // Node may have looked at the queue in this iteration already, so it does not count.
  await nextIteration();
  const startedAt = performance.now();
  // Node accepts at least one client in each iteration of the event loop (`uv__server_io` in
  // deps/uv/src/unix/stream.c), so the queue is empty once an iteration has accepted nobody.
  do {
    hasAccepted = false;
    await nextIteration();
  } while (hasAccepted && performance.now() - startedAt < timeout);
  server.off('connection', noteClient);
}
