import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Limits } from './limits.ts';

/** The open connections of a server, and how many requests on each are pending: without a complete response. */
export type OpenConnections = ReadonlyMap<Socket, { readonly pending: number }>;

/**
 * Stops a server without losing a request: accepts the clients that have connected already, closes the listening socket,
 * and waits until all connections are closed. The server itself closes each connection after its last response.
 * @param connections which the server keeps up to date
 * @returns how many connections were destroyed with a pending request after `stopTimeout`
 */
export async function stopServer(
  server: Server,
  connections: OpenConnections,
  { stopGrace, stopTimeout }: Limits,
): Promise<number> {
  let disconnected = 0;
  const timer = setTimeout(() => {
    for (const [socket, { pending }] of connections) {
      if (pending > 0) disconnected += 1;
      socket.destroy();
    }
  }, stopTimeout);

  await acceptQueue(server, connections, stopGrace);
  // `server.close` calls this (`httpServerPreClose` in lib/_http_server.js). It would destroy connections whose next
  // request is on its way, or whose last response is not flushed yet.
  server.closeIdleConnections = () => {};
  server.close();
  for (const [socket, { pending }] of connections) {
    if (pending === 0) socket.setTimeout(stopGrace);
    socket.resume();
  }
  // A connection that is closed meanwhile leaves the map, and the loop skips it.
  for (const socket of connections.keys()) {
    await new Promise((resolve) => socket.once('close', resolve));
  }
  clearTimeout(timer);
  return disconnected;
}

/**
 * Accepts the clients in the kernel's queue, which already think that they are connected. Node accepts one of them in
 * each iteration of the event loop, so the queue is empty once an iteration has accepted nobody. All connections are
 * paused meanwhile, because a client that is answered may connect anew and keep the queue full.
 */
async function acceptQueue(
  server: Server,
  connections: OpenConnections,
  maxMilliseconds: number,
): Promise<void> {
  const deadline = AbortSignal.timeout(maxMilliseconds);
  let hasAccepted: boolean;
  server.on('connection', (socket) => {
    hasAccepted = true;
    // Node begins to read in the next tick, so the pause comes after that.
    process.nextTick(() => socket.pause());
  });
  for (const socket of connections.keys()) socket.pause();
  // The first `setImmediate` ends the current iteration, which may have looked at the queue already.
  await setImmediate();
  do {
    hasAccepted = false;
    await setImmediate();
  } while (hasAccepted && !deadline.aborted);
}
