import type { Server } from 'node:http';
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Connections } from './connections.ts';

/**
 * No queue is longer. Node asks the kernel for 511; a supervisor may have asked for more, of which
 * Linux allows 4,096 by default.
 */
const MAX_QUEUE = 4096;

/**
 * Stops a server: accepts the clients that have connected already, closes the listening socket, and
 * waits until all connections are closed.
 * @param stopTimeout the time in milliseconds after which they are destroyed
 * @returns how many connections were destroyed with a pending request
 */
export async function stopServer(
  server: Server,
  connections: Connections,
  stopTimeout: number,
): Promise<number> {
  await acceptQueue(server, connections);
  // `server.close` calls this method to destroy idle connections (`httpServerPreClose` in
  // lib/_http_server.js). For Node, those whose next request is on its way are idle, too.
  server.closeIdleConnections = () => {};
  server.close();
  connections.stop();
  for (const socket of connections.sockets) socket.resume();

  // The server's own event comes before those of its sockets, and so before the last log entries.
  const closed = Array.from(connections.sockets, (socket) => {
    return new Promise((resolve) => socket.once('close', resolve));
  });
  let disconnected = 0;
  const timer = setTimeout(() => {
    disconnected = connections.destroyAll();
  }, stopTimeout);
  await Promise.all(closed);
  clearTimeout(timer);
  return disconnected;
}

/**
 * Accepts the clients in the kernel's queue. Their connections are established already, and would
 * be reset. Node accepts one client in each iteration of the event loop, so the queue is empty once
 * an iteration has accepted nobody. All connections are paused meanwhile, because a client that is
 * answered may connect anew and keep the queue full.
 */
async function acceptQueue(server: Server, connections: Connections): Promise<void> {
  let hasAccepted = true;
  server.on('connection', (socket) => {
    hasAccepted = true;
    // Node begins to read a new connection in the next tick, which would undo an earlier pause.
    process.nextTick(() => socket.pause());
  });
  for (const socket of connections.sockets) socket.pause();
  // The present iteration may have looked at the queue already, so it does not count.
  await nextIteration();
  for (let count = 0; hasAccepted && count < MAX_QUEUE; count += 1) {
    hasAccepted = false;
    await nextIteration();
  }
}
