import type { Server } from 'node:http';
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './connection.ts';
import type { Limits } from './limits.ts';

/** How often a stop checks the open connections, in milliseconds. */
const POLL_INTERVAL = 20;

/**
 * Stops a server: accepts the clients that have connected already, closes the listening socket, and
 * lets the listener answer what is pending, and the next request on each connection. A connection
 * that stays idle for `stopGrace` is destroyed, and after `stopTimeout` every connection is.
 * @param server whose `close` spares idle connections: see `closeIdleConnections` in
 * graceful-server.ts
 * @param connections returns those that are open
 * @returns how many connections were destroyed with a pending request, once all are closed
 */
export async function stopServer(
  server: Server,
  connections: () => readonly Connection[],
  { stopGrace, stopTimeout }: Limits,
): Promise<number> {
  const startedAt = performance.now();
  await emptyAcceptQueue(server, connections, startedAt + stopTimeout / 2);
  server.close();
  for (const connection of connections()) connection.announceClose();

  /** When each connection was last busy, and how many bytes had been read from it by then. */
  const lastActivity = new Map<Connection, { readonly at: number; readonly bytesRead: number }>();
  let disconnected = 0;
  // The server's `close` comes before those of its sockets, at which the last responses are logged.
  // So this polls until no connection is left.
  while (connections().length > 0) {
    await sleep(POLL_INTERVAL);
    // After a busy spell, Node runs this timer before it reads what has arrived. One iteration
    // later, that has been read.
    await nextIteration();
    const now = performance.now();
    for (const connection of connections()) {
      const { socket, owesResponse } = connection;
      const activity = lastActivity.get(connection);
      const isIdle =
        activity !== undefined && !owesResponse && activity.bytesRead === socket.bytesRead;
      if (now >= startedAt + stopTimeout) {
        if (owesResponse) disconnected += 1;
        socket.destroy();
      } else if (!isIdle) {
        lastActivity.set(connection, { at: now, bytesRead: socket.bytesRead });
      } else if (now >= activity.at + stopGrace) {
        socket.destroy();
      }
    }
  }
  return disconnected;
}

/**
 * Accepts the clients in the kernel's queue, which have connected already: closing the listening
 * socket would reset them. Node accepts at least one client in each iteration of the event loop, so
 * the queue is empty once an iteration has accepted nobody. Nothing is read meanwhile, because a
 * client that is answered may connect anew and keep the queue full.
 * @param deadline when to stop accepting, so that an endless stream of new clients leaves time for
 * those that are already waiting
 */
async function emptyAcceptQueue(
  server: Server,
  connections: () => readonly Connection[],
  deadline: number,
): Promise<void> {
  let hasAccepted = true;
  const onConnection = () => {
    hasAccepted = true;
  };
  server.on('connection', onConnection);
  // Node reads nothing from a connection that it accepts while this property is set (`onconnection`
  // in lib/net.js). Pausing in a `connection` listener is too late: Node has scheduled a resume by
  // then. The property is not in Node's types.
  Object.assign(server, { pauseOnConnect: true });
  for (const { socket } of connections()) socket.pause();
  // The present iteration may have looked at the queue already, so it does not count.
  await nextIteration();
  while (hasAccepted && performance.now() < deadline) {
    hasAccepted = false;
    await nextIteration();
  }
  Object.assign(server, { pauseOnConnect: false });
  // Reading begins in the next iteration. By then, the listening socket is closed.
  for (const { socket } of connections()) socket.resume();
  server.off('connection', onConnection);
}
