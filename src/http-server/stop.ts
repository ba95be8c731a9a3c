import { Server } from 'node:http';
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './connection.ts';
import type { Limits } from './limits.ts';

/** How often a stop looks at the open connections, in milliseconds. */
const LOOK_INTERVAL = 20;

/**
 * Stops a server without losing a request of an honest client: accepts the clients that have
 * connected already, closes the listening socket, and waits until all connections are closed.
 * @param connections returns those that are open
 * @returns how many connections were destroyed with a pending request, after `stopTimeout`
 */
export async function stopServer(
  server: Server,
  connections: () => readonly Connection[],
  { stopGrace, stopTimeout }: Limits,
): Promise<number> {
  const deadline = performance.now() + stopTimeout;
  await acceptQueue(server, connections, stopTimeout / 2);

  // `close` calls this method to destroy idle connections (`httpServerPreClose` in
  // lib/_http_server.js). For Node, those whose next request is on its way are idle, too.
  server.closeIdleConnections = () => {};
  server.close();
  server.closeIdleConnections = Server.prototype.closeIdleConnections;

  for (const connection of connections()) {
    connection.socket.resume();
    connection.closeAfterPending();
  }
  /** When a byte was last found to have arrived on a connection, or a response was pending. */
  const lastActive = new Map<Connection, { readonly at: number; readonly bytesRead: number }>();
  let disconnected = 0;
  // `close` of the server comes before `close` of its sockets, at which the last responses are
  // logged. So the connections themselves are looked at until there are none.
  while (connections().length > 0) {
    await sleep(LOOK_INTERVAL);
    // After a busy spell, the timer comes before what has arrived is read. An iteration later, it
    // has been read.
    await nextIteration();
    const now = performance.now();
    for (const connection of connections()) {
      const { socket, isAwaited } = connection;
      if (now >= deadline) {
        if (isAwaited) disconnected += 1;
        socket.destroy();
        continue;
      }
      const { bytesRead } = socket;
      const last = lastActive.get(connection);
      if (isAwaited || last?.bytesRead !== bytesRead) {
        lastActive.set(connection, { at: now, bytesRead });
      } else if (now - last.at >= stopGrace) {
        socket.destroy();
      }
    }
  }
  return disconnected;
}

/**
 * Accepts the clients in the kernel's queue, which have connected already: closing the listening
 * socket would reset them. Node accepts one client in each iteration of the event loop, so the
 * queue is empty once an iteration has accepted nobody. Nothing is read meanwhile, because a client
 * that is answered may connect anew and keep the queue full.
 * @param timeout after how many milliseconds the queue is given up, so that new clients without end
 * leave time for those who wait
 */
async function acceptQueue(
  server: Server,
  connections: () => readonly Connection[],
  timeout: number,
): Promise<void> {
  const deadline = performance.now() + timeout;
  let hasAccepted = true;
  const onConnection = () => {
    hasAccepted = true;
  };
  server.on('connection', onConnection);
  // A property of `net.Server` that its types do not have.
  Object.assign(server, { pauseOnConnect: true });
  for (const { socket } of connections()) socket.pause();
  // The present iteration may have looked at the queue already, so it does not count.
  await nextIteration();
  while (hasAccepted && performance.now() < deadline) {
    hasAccepted = false;
    await nextIteration();
  }
  Object.assign(server, { pauseOnConnect: false });
  server.off('connection', onConnection);
}
