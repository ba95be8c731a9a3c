import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Exchange } from './answer.ts';
import type { Limits } from './limits.ts';

/** A server that does not listen yet, and the way to stop it. */
export interface StoppableServer {
  readonly server: Server;
  /**
   * Takes no more connections, and closes those there are: clients have `stopTimeout` to read the
   * answers under way, and idle connections get `stopGrace` for a request that is on its way.
   * @returns the clients that were cut off, and from what; empty after a clean stop
   */
  stop(): Promise<string[]>;
}

/** Milliseconds for which the server accepts what the kernel has waiting, at most. */
const BACKLOG_TIMEOUT = 500;

/**
 * Closes a server, and lets each of its connections come to its end.
 * @returns the clients that had not read their answers by `stopTimeout`, and were cut off
 */
export async function closeServer(
  server: Server,
  connections: ReadonlyMap<Socket, readonly Exchange[]>,
  { stopGrace, stopTimeout }: Limits,
): Promise<string[]> {
  server.keepAliveTimeout = stopGrace;
  for (const exchanges of connections.values()) {
    const latest = exchanges.at(-1);
    if (latest !== undefined) latest.response.shouldKeepAlive = false;
  }
  // What is not read is not answered, and brings no new connections while the backlog is drained.
  for (const socket of connections.keys()) socket.pause();
  await drainBacklog(server);
  // http.Server.close() would destroy what it takes for idle, and with it requests that have arrived
  // but not been read, and answers that have been given but not sent.
  server.closeIdleConnections = () => {};
  server.close();
  for (const socket of connections.keys()) socket.resume();
  for (const [socket, exchanges] of connections) {
    if (exchanges.length === 0) socket.setTimeout(stopGrace);
  }
  let cutOff: string[] = [];
  const timer = setTimeout(() => {
    cutOff = cutConnections(connections);
  }, stopTimeout);
  await once(server, 'close');
  clearTimeout(timer);
  // The server is closed a moment before its last connections are.
  await setImmediate();
  return cutOff;
}

/** Closes all connections at once. @returns the clients that are waiting for an answer, and to what */
function cutConnections(connections: ReadonlyMap<Socket, readonly Exchange[]>): string[] {
  const cutOff: string[] = [];
  for (const [socket, [exchange]] of connections) {
    if (exchange !== undefined) {
      const { method, url } = exchange.response.req;
      cutOff.push(`${socket.remoteAddress} port ${socket.remotePort}, ${method} ${url}`);
    }
    socket.destroy();
  }
  return cutOff;
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
