import type { Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Connections } from './connections.ts';

/** How many clients can wait in the kernel's queue: `net.core.somaxconn`, by Linux's default. */
const MAX_QUEUE = 4096;

/**
 * Stops a server: accepts the clients that have connected already, closes the listening socket,
 * and waits until all connections are closed.
 * @param stopTimeout after which all are destroyed, in milliseconds
 * @returns how many connections were destroyed with a pending request
 */
export async function stopServer(
  server: Server,
  connections: Connections,
  stopTimeout: number,
): Promise<number> {
  let disconnected = 0;
  const timer = setTimeout(() => {
    disconnected = connections.destroy();
  }, stopTimeout);

  await acceptQueue(server, connections);
  // `server.close` calls this (`httpServerPreClose` in lib/_http_server.js). It would destroy
  // connections whose next request is on its way, or whose last response is not flushed yet.
  server.closeIdleConnections = () => {};
  server.close();
  connections.closeWhenIdle();
  for (const socket of connections.sockets) socket.resume();

  // A connection that is closed meanwhile is no longer among them, and the loop skips it.
  for (const socket of connections.sockets) {
    await new Promise((resolve) => socket.once('close', resolve));
  }
  clearTimeout(timer);
  return disconnected;
}

/**
 * Accepts the clients in the kernel's queue, which already think that they are connected: they
 * would be reset. Node accepts one of them in each iteration of the event loop, so the queue is
 * empty once an iteration has accepted nobody. All connections are paused meanwhile, because a
 * client that is answered may connect anew and keep the queue full.
 */
async function acceptQueue(server: Server, connections: Connections): Promise<void> {
  let hasAccepted = true;
  server.on('connection', (socket) => {
    hasAccepted = true;
    // Node begins to read in the next tick, so the pause comes after that.
    process.nextTick(() => socket.pause());
  });
  for (const socket of connections.sockets) socket.pause();
  // The current iteration may have looked at the queue already, so it does not count.
  await setImmediate();
  for (let count = 0; hasAccepted && count < MAX_QUEUE; count += 1) {
    hasAccepted = false;
    await setImmediate();
  }
}
