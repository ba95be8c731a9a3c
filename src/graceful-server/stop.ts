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

/** What a stop needs. */
export interface Stoppable {
  /** `close` must not destroy idle connections: their next request may be in the kernel already. */
  readonly server: Server;
  /** The open ones. The server adds each that it accepts, and removes each that is closed. */
  readonly connections: ReadonlyMap<Socket, Connection>;
  /** Has requests wait until the function that it returns is called. */
  readonly holdRequests: () => () => void;
}

/**
 * Stops a server in two phases. First, it accepts the clients that wait in the kernel's queue. The
 * requests that arrive meanwhile are held: a client that got its response might connect anew, and
 * keep the queue full. Then it closes the listening socket, and lets each connection end after its
 * next response, or once it has been silent for the grace.
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
  server.close();
  for (const connection of connections.values()) connection.endSoon(grace);
  release();

  let disconnected = 0;
  const destroyAll = () => {
    for (const [socket, { owesResponse }] of connections) {
      if (owesResponse) disconnected += 1;
      socket.destroy();
    }
  };
  const timer = setTimeout(destroyAll, Math.max(startedAt + timeout - performance.now(), 0));
  // The `close` event of the server comes before those of its last sockets, at which their
  // responses are reported.
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
  // This iteration may have looked at the queue before the listener was there.
  await nextIteration();
  let acceptedBefore: number;
  do {
    acceptedBefore = accepted;
    await nextIteration();
  } while (accepted > acceptedBefore && performance.now() < deadline);
  server.off('connection', count);
}
