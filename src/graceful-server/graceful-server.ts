import { type RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { acceptWaiting } from './accept-waiting.ts';
import type { OnResponse } from './access-log.ts';
import { Connection } from './connection.ts';
import { LIMITS } from './limits.ts';
import { type ClientError, type ErrorFormatter, statusOf } from './rejection.ts';

/** How long a stop waits, in milliseconds. More than 2^31 - 1, Node's maximum, counts as that. */
export interface StopOptions {
  /** How long an open connection may take to send its next request. Default: 1 s. */
  readonly grace?: number;
  /**
   * How long the whole stop may take, from the call; then every connection is destroyed. Default:
   * 10 s. What has arrived by then is read and handled first, so a stop lasts longer if the listener
   * blocks the event loop, or if the process has little processor time.
   */
  readonly timeout?: number;
}

/**
 * An HTTP server that can be stopped gracefully. It passes each request to a listener once it has
 * arrived in full, and ignores its body. Something that is not a valid request gets an error in the
 * format that the server is given, unless an earlier response is pending, and the connection ends.
 * Node alone would use a format of its own, or close the connection without a response.
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
      // By default, it hides a second Host field.
      joinDuplicateHeaders: true,
    });
    // By default, it hides all header fields but the first thousand or so.
    this.maxHeadersCount = 0;
    this.headersTimeout = LIMITS.headersTimeout;
    this.requestTimeout = LIMITS.requestTimeout;
    this.keepAliveTimeout = LIMITS.keepAliveTimeout;
    this.timeout = LIMITS.timeout;

    const context = { listener, formatError, onResponse };
    this.on('connection', (socket) => {
      // Before the listeners of the connection, since `onResponse` may throw in one of them.
      socket.once('close', () => this.#connections.delete(socket));
      this.#connections.set(socket, new Connection(socket, context));
    });
    // Without a listener for the second, Node would answer an unknown expectation with 417.
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
   * Stops the server for good. Use it in place of `close`, which destroys connections that Node
   * takes for idle: the next request may be on its way there, or the end of a large response. It
   * may be called for a server that does not listen. A later call returns the same promise, and
   * ignores its options. To listen again, make a new server.
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
    // Nothing is read while the queue is emptied: each response would lengthen an iteration of the
    // event loop, and its client might connect anew.
    for (const socket of this.#connections.keys()) socket.pause();
    // A new socket cannot be paused otherwise: Node would resume it in the next tick. `net.Server`
    // reads this property, which its types lack, for each of them (`onconnection` in lib/net.js).
    Object.assign(this, { pauseOnConnect: true });
    await acceptWaiting(this, Math.min(LIMITS.stopGrace, timeout));

    this.close();
    const connections = [...this.#connections.values()];
    for (const connection of connections) connection.endSoon();
    // A socket that Node itself has paused stays so (`onSocketResume` in lib/_http_server.js).
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
   * Closes idle connections, but not at a stop: `close` calls this method (`httpServerPreClose` in
   * lib/_http_server.js). A stop calls `close` only after it has awaited something, so its promise
   * is there by then.
   */
  override closeIdleConnections(): void {
    if (!this.#stopping) super.closeIdleConnections();
  }
}

const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Starts a timer. When it is due, what has arrived is read before the callback is called: after a
 * busy spell, Node runs its timers first.
 */
function startTimer(milliseconds: number, callback: () => void): NodeJS.Timeout {
  // Node would replace a longer time by 1 ms, and Node 24 warns of a negative one.
  const time = Math.min(Math.max(milliseconds, 0), MAX_TIMER_MS);
  return setTimeout(() => setImmediate(callback), time);
}
