import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Connection } from './connection.ts';
import type { Limits } from './limits.ts';

/** Milliseconds for which the server accepts what the kernel has waiting, at most. */
const BACKLOG_TIMEOUT = 500;

/**
 * Closes a server, and lets each of its connections come to its end.
 * @returns the clients that had not read their answers by `stopTimeout`, and were cut off
 */
export async function closeServer(
  server: Server,
  connections: ReadonlyMap<Socket, Connection>,
  { stopGrace, stopTimeout }: Limits,
): Promise<string[]> {
  server.keepAliveTimeout = stopGrace;
  for (const { latest } of connections.values()) {
    if (latest?.headersSent === false) latest.shouldKeepAlive = false;
  }
  // What is not read is not answered, and brings no new connections while the backlog is drained.
  for (const socket of connections.keys()) socket.pause();
  await drainBacklog(server);
  // http.Server.close() would destroy what it takes for idle, and with it requests that have arrived
  // but not been read, and answers that have been given but not sent.
  server.closeIdleConnections = () => {};
  server.close();
  for (const socket of connections.keys()) socket.resume();
  for (const [socket, { latest }] of connections) {
    if (latest === undefined || latest.closed) socket.setTimeout(stopGrace);
  }
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), stopTimeout);
  try {
    await once(server, 'close', { signal: deadline.signal });
    return [];
  } catch (error) {
    if (!deadline.signal.aborted) throw error;
    return Array.from(connections, ([socket, { latest }]) => {
      const { remoteAddress, remotePort } = socket;
      socket.destroy();
      if (latest === undefined || latest.closed) return [];
      return [`${remoteAddress} port ${remotePort}, ${latest.req.method} ${latest.req.url}`];
    }).flat();
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Accepts the connections that the kernel has accepted already, and does not read them yet: the kernel
 * would reset them as the listening socket closes, with the requests that they have brought.
 */
async function drainBacklog(server: Server): Promise<void> {
  let isFound = false;
  const onConnection = (socket: Socket) => {
    isFound = true;
    // Not at once: Node's own listener has the socket resumed in the next tick.
    process.nextTick(() => socket.pause());
  };
  const end = performance.now() + BACKLOG_TIMEOUT;
  server.on('connection', onConnection);
  do {
    isFound = false;
    // The second turn comes after the event loop has looked for connections.
    await setImmediate();
    await setImmediate();
  } while (isFound && performance.now() < end);
  server.off('connection', onConnection);
}
