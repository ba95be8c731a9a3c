import { type RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { acceptWaiting } from './accept-waiting.ts';
import type { OnResponse } from './access-log.ts';
import { Connection } from './connection.ts';
import { LIMITS } from './limits.ts';
import { type ClientError, type ErrorFormatter, statusOf } from './rejection.ts';

/**
 * How long a stop waits, in milliseconds. More than Node's maximum, 2^31 - 1, counts as 2^31 - 1.
 */
export interface StopOptions {
  /** How long an open connection may take to send its next request. Default: 1,000. */
  readonly grace?: number;
  /**
   * How long the whole stop may take, from the call; then every connection is destroyed. Default:
   * 10,000. What has arrived by then is first passed on to the listener, so a stop lasts longer if
   * the listener blocks the event loop, or if the process has little processor time.
   */
  readonly timeout?: number;
}

/**
 * An HTTP server that can be stopped gracefully. It passes a request to the listener once the whole
 * request has arrived, and ignores the body. For anything that is not a valid request, it sends an
 * error in the format that it is given, unless an earlier response is pending, and ends the
 * connection. Node alone would use a format of its own, or close the connection without a response.
 */
export class GracefulServer extends Server {
  readonly #connections = new Map<Socket, Connection>();
  #stopping: Promise<void> | undefined;

  /** @param onResponse called with each response. Default: not called. */
  constructor(listener: RequestListener, formatError: ErrorFormatter, onResponse?: OnResponse) {
    super({
      connectionsCheckingInterval: LIMITS.connectionsCheckingInterval,
      // By default, Node answers a request without a Host field itself, with an empty body.
      requireHostHeader: false,
      // By default, Node hides a second Host field.
      joinDuplicateHeaders: true,
    });
    // By default, Node hides all header fields but the first thousand.
    this.maxHeadersCount = 0;
    this.headersTimeout = LIMITS.headersTimeout;
    this.requestTimeout = LIMITS.requestTimeout;
    this.keepAliveTimeout = LIMITS.keepAliveTimeout;
    this.timeout = LIMITS.timeout;

    const context = { listener, formatError, onResponse };
    this.on('connection', (socket) => {
      // This listener comes before those of the connection, since `onResponse` may throw in one.
      socket.once('close', () => this.#connections.delete(socket));
      this.#connections.set(socket, new Connection(socket, context));
    });
    // Without a listener for `checkExpectation`, Node would answer an unknown expectation with 417.
    for (const event of ['request', 'checkExpectation']) {
      this.on(event, (request, response) => {
        this.#connections.get(request.socket)?.handleRequest(request, response);
      });
    }
    this.on('connect', (request) => this.#connections.get(request.socket)?.handleConnect(request));
    this.on('clientError', (error: ClientError, socket) => {
      this.#connections.get(socket as Socket)?.reject(statusOf(error));
    });
  }

  /**
   * Stops the server for good, also one that does not listen. Use `stop` in place of `close`, which
   * destroys each connection that Node takes for idle, though the next request or the end of a
   * large response may be on its way. A later call returns the same promise, and ignores its
   * options. To listen again, make a new server.
   * @returns a promise that resolves once all connections are closed
   */
  stop({
    grace = LIMITS.stopGrace,
    timeout = LIMITS.stopTimeout,
  }: StopOptions = {}): Promise<void> {
    this.#stopping ??= this.#stop(grace, timeout);
    return this.#stopping;
  }

  async #stop(grace: number, timeout: number): Promise<void> {
    const end = performance.now() + timeout;
    // Nothing is read while the queue is emptied. Responses would make each iteration of the event
    // loop longer, and clients that have got theirs might connect anew.
    for (const socket of this.#connections.keys()) socket.pause();
    // New sockets, too: `net.Server` reads this property, which its types lack, for each of them
    // (`onconnection` in lib/net.js). A pause in `connection` would end in the next tick.
    Object.assign(this, { pauseOnConnect: true });
    await acceptWaiting(this, Math.min(LIMITS.stopGrace, timeout));

    this.close();
    const connections = [...this.#connections.values()];
    for (const connection of connections) connection.endSoon();
    // A socket that Node itself has paused stays paused (`onSocketResume` in lib/_http_server.js).
    for (const socket of this.#connections.keys()) socket.resume();

    const timers = [
      startTimer(grace, () => {
        for (const connection of connections) connection.endAfterPending();
      }),
      startTimer(end - performance.now(), () => {
        for (const socket of this.#connections.keys()) socket.destroy();
      }),
    ];
    await Promise.all(connections.map(({ closed }) => closed));
    for (const timer of timers) clearTimeout(timer);
  }

  /**
   * Closes idle connections, except at a stop: `close` calls this method (`httpServerPreClose` in
   * lib/_http_server.js). `#stop` calls `close` only after an `await`, so `#stopping` is set then.
   */
  override closeIdleConnections(): void {
    if (!this.#stopping) super.closeIdleConnections();
  }
}

const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Starts a timer. When it is due, Node reads what has arrived, and then calls the callback. After a
 * busy spell, a plain timer would come before the reading.
 */
function startTimer(milliseconds: number, callback: () => void): NodeJS.Timeout {
  // Node would replace a time above the maximum by 1 ms, and Node 24 warns of a negative one.
  const time = Math.min(Math.max(milliseconds, 0), MAX_TIMER_MS);
  return setTimeout(() => setImmediate(callback), time);
}
