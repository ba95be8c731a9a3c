import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Connection } from './connection.ts';

/** How long a stop waits: numbers of milliseconds from 0 to 2^31 - 1, the most that Node takes. */
export interface StopOptions {
  /**
   * How long a connection without a pending response may be silent before it is closed, and for how
   * long at most the clients in the kernel's queue are accepted. 0 counts as 1. Default: 1 s.
   */
  readonly grace?: number;
  /** When every connection is destroyed, counted from the call. Default: 10 s. */
  readonly timeout?: number;
}

const MAX_MILLISECONDS = 2 ** 31 - 1;

/** What a stop does with a server. */
export interface Stoppable {
  /** Its `timeout` event must spare connections on which a response is pending. */
  readonly server: Server;
  /** Those that are open, kept up to date by the server. */
  readonly connections: ReadonlyMap<Socket, Connection>;
  /** Has requests wait until the returned function is called. */
  readonly holdRequests: () => () => void;
}

/**
 * Stops a server in two phases. First, it accepts the clients that wait in the kernel's queue.
 * Requests wait meanwhile: a client that got its response might connect anew and keep the queue
 * full. Then it closes the listening socket, and ends each connection after its next response, or
 * once it has been silent for the grace.
 * @returns how many connections were destroyed with a pending response, once all are closed
 * @throws {RangeError} if a time is outside its range; the server then goes on
 */
export function stopServer(
  stoppable: Stoppable,
  { grace, timeout }: Required<StopOptions>,
): Promise<number> {
  for (const [name, value] of Object.entries({ grace, timeout })) {
    if (value >= 0 && value <= MAX_MILLISECONDS) continue;
    const expected = `milliseconds from 0 to ${MAX_MILLISECONDS}`;
    throw new RangeError(`${name}: expected ${expected}, got ${value}`);
  }
  // For a socket, a timeout of 0 means that there is none.
  return acceptThenClose(stoppable, Math.max(grace, 1), timeout);
}

async function acceptThenClose(
  { server, connections, holdRequests }: Stoppable,
  grace: number,
  timeout: number,
): Promise<number> {
  const startedAt = performance.now();
  const release = holdRequests();
  await emptyAcceptQueue(server, startedAt + Math.min(grace, timeout));

  // `close` calls this method (`httpServerPreClose` in lib/_http_server.js). It destroys connections
  // that Node considers idle, even if their next request is already in the kernel.
  server.closeIdleConnections = () => {};
  server.close();
  // Node sets a socket's timeout to the first of these when a request arrives on an idle
  // connection, and to the second, and a second more, after a response that keeps it open.
  server.timeout = grace;
  server.keepAliveTimeout = grace;
  for (const [socket, connection] of connections) {
    connection.announceClose();
    socket.setTimeout(grace);
  }
  release();

  let disconnected = 0;
  const destroyAll = () => {
    for (const [socket, { owesResponse }] of connections) {
      if (owesResponse) disconnected += 1;
      socket.destroy();
    }
  };
  const timer = setTimeout(destroyAll, Math.max(startedAt + timeout - performance.now(), 0));
  // The `close` of the server comes before those of its last sockets, at which their responses are
  // reported.
  const closes = Array.from(connections.keys(), (socket) => {
    return new Promise((resolve) => socket.once('close', resolve));
  });
  await Promise.all(closes);
  clearTimeout(timer);
  return disconnected;
}

/**
 * Accepts the clients in the kernel's queue, which have connected already: closing the listening
 * socket would reset them. Node accepts a waiting client in each iteration of the event loop, so
 * the queue is empty once an iteration has accepted nobody.
 * @param deadline when to stop accepting, though new clients go on connecting
 */
async function emptyAcceptQueue(server: Server, deadline: number): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  // This iteration does not count: it may have looked at the queue before the listener was there.
  await nextIteration();
  let acceptedBefore: number;
  do {
    acceptedBefore = accepted;
    await nextIteration();
  } while (accepted > acceptedBefore && performance.now() < deadline);
  server.off('connection', count);
}
