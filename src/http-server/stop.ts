import type { Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Connections } from './connections.ts';

/** How many clients can wait in the kernel's queue: Linux's default for `net.core.somaxconn`. */
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
  const closed = Array.from(connections.sockets, (socket) => {
    socket.resume();
    return new Promise((resolve) => socket.once('close', resolve));
  });

  let disconnected = 0;
  const timer = setTimeout(() => {
    disconnected = connections.destroy();
  }, stopTimeout);
  await Promise.all(closed);
  clearTimeout(timer);
  return disconnected;
}

/**
 * Accepts the clients in the kernel's queue. Their connections are established, and would be reset.
 * Node accepts one client in each iteration of the event loop, so the queue is empty once an
 * iteration has accepted nobody. All connections are paused meanwhile, because a client that is
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
  // This ends the present iteration, which may have looked at the queue already.
  await setImmediate();
  for (let count = 0; hasAccepted && count < MAX_QUEUE; count += 1) {
    hasAccepted = false;
    await setImmediate();
  }
}
