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
   * Shuts down gracefully: refuses new connections and drains the open ones. Clients have `stopTimeout`
   * to read their responses; idle connections get `stopGrace` for a request that is already on its way.
   * @returns the clients that were cut off, with their requests; empty after a clean shutdown
   */
  stop(): Promise<string[]>;
}

/** The most milliseconds that the server spends on accepting the kernel's backlog. */
const BACKLOG_TIMEOUT = 500;

/**
 * Stops listening, and waits until each connection has finished.
 * @returns the clients that had not read their responses by `stopTimeout` and were cut off
 */
export async function closeServer(
  server: Server,
  connections: ReadonlyMap<Socket, readonly Exchange[]>,
  { stopGrace, stopTimeout }: Limits,
): Promise<string[]> {
  server.keepAliveTimeout = stopGrace;
  for (const exchanges of connections.values()) {
    const latest = exchanges.at(-1)?.response;
    if (latest?.headersSent === false) latest.shouldKeepAlive = false;
  }
  // While nothing is read, no client gets a response that makes it open its next connection.
  // Nor does it look idle: the timers start again afterwards.
  for (const socket of connections.keys()) socket.pause().setTimeout(0);
  await drainBacklog(server);
  // close() would destroy the connections that it considers idle, even if the next request has arrived
  // but has not been read, or a response is not flushed yet.
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
  // The server's 'close' event comes just before that of its last connections.
  await setImmediate();
  return cutOff;
}

/** Destroys all connections. @returns the clients that were waiting for a response, with the request */
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
 * Accepts the connections in the kernel's backlog, without reading from them yet. The kernel would reset
 * them when the listening socket closes, together with the requests that they carry.
 */
async function drainBacklog(server: Server): Promise<void> {
  let isFound: boolean;
  const onConnection = (socket: Socket) => {
    isFound = true;
    // Not at once, because Node resumes the socket in the next tick.
    process.nextTick(() => socket.pause());
  };
  const end = performance.now() + BACKLOG_TIMEOUT;
  server.on('connection', onConnection);
  do {
    isFound = false;
    // By the second turn, the event loop has polled for connections.
    await setImmediate();
    await setImmediate();
  } while (isFound && performance.now() < end);
  server.off('connection', onConnection);
}
