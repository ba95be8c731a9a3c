import { type RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { drainAcceptQueue } from './accept-queue.ts';
import type { AccessLogEntry, OnResponse } from './access-log.ts';
import { Connection } from './connection.ts';
import {
  type ClientError,
  createBadRequestListener,
  type ErrorFormatter,
  statusOf,
} from './errors.ts';
import { LIMITS } from './limits.ts';

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
 * request has arrived, and ignores the body. It rejects CONNECT and whatever is not a valid
 * request: it closes the connection, and first sends an error in the given format, unless the
 * client might take that for another response. Node alone would use a format of its own, or send
 * nothing.
 */
export class GracefulServer extends Server {
  readonly #connections = new Map<Socket, Connection>();
  #stopPromise: Promise<void> | undefined;

  constructor(listener: RequestListener, formatError: ErrorFormatter, onResponse?: OnResponse) {
    super({
      connectionsCheckingInterval: LIMITS.connectionsCheckingInterval,
      // By default, Node answers a request without a Host field itself, with an empty body.
      requireHostHeader: false,
      // By default, Node hides a second Host field.
      joinDuplicateHeaders: true,
    });
    // By default, Node takes only about a thousand header fields: Node 20 hides the others, and
    // later versions answer 431.
    this.maxHeadersCount = 0;
    this.headersTimeout = LIMITS.headersTimeout;
    this.requestTimeout = LIMITS.requestTimeout;
    this.keepAliveTimeout = LIMITS.keepAliveTimeout;
    this.timeout = LIMITS.timeout;

    const context = {
      listener,
      badRequestListener: createBadRequestListener(formatError),
      formatError,
      // Each report runs in a tick of its own, so that an `onResponse` that throws interrupts
      // nothing here. `Connection.closed` relies on its being a tick.
      report(entry: AccessLogEntry) {
        if (onResponse) process.nextTick(onResponse, entry);
      },
    };
    this.on('connection', (socket) => {
      this.#connections.set(socket, new Connection(socket, context));
      socket.once('close', () => this.#connections.delete(socket));
    });
    const handleRequest: RequestListener = (request, response) => {
      this.#connections.get(request.socket)?.handleRequest(request, response);
    };
    this.on('request', handleRequest);
    // Without a listener, Node would answer an unknown expectation with 417.
    this.on('checkExpectation', handleRequest);
    this.on('connect', (request) => this.#connections.get(request.socket)?.rejectConnect(request));
    this.on('clientError', (error: ClientError, socket) => {
      this.#connections.get(socket as Socket)?.reject(statusOf(error));
    });
  }

  /**
   * Stops the server for good, even if it is not listening. Use `stop` instead of `close`, which
   * destroys each connection that Node takes for idle, though the next request or the end of a
   * large response may be on its way. A later call returns the same promise, and ignores its
   * options. To listen again, make a new server.
   * @returns a promise that resolves once all connections are closed
   */
  stop({
    grace = LIMITS.stopGrace,
    timeout = LIMITS.stopTimeout,
  }: StopOptions = {}): Promise<void> {
    this.#stopPromise ??= this.#stop(grace, timeout);
    return this.#stopPromise;
  }

  async #stop(grace: number, timeout: number): Promise<void> {
    const deadline = performance.now() + timeout;
    const acceptTimeout = Math.min(LIMITS.acceptTimeout, timeout);
    const resumeReading = await drainAcceptQueue(this, this.#connections, acceptTimeout);
    this.close();
    const connections = [...this.#connections.values()];
    for (const connection of connections) connection.announceClose();
    resumeReading();

    const timers = [
      setTimeoutAfterReading(() => {
        for (const connection of connections) connection.closeAfterPending();
      }, grace),
      setTimeoutAfterReading(() => {
        for (const socket of this.#connections.keys()) socket.destroy();
      }, deadline - performance.now()),
    ];
    // When the server emits `close`, aborted responses have not been reported yet.
    await Promise.all(connections.map(({ closed }) => closed));
    for (const timer of timers) clearTimeout(timer);
  }

  /**
   * Closes idle connections, except at a stop: `close` calls this method (`httpServerPreClose` in
   * lib/_http_server.js). `#stop` calls `close` only after an `await`, so `#stopPromise` is set
   * then.
   */
  override closeIdleConnections(): void {
    if (!this.#stopPromise) super.closeIdleConnections();
  }
}

const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Like `setTimeout`, but Node first reads what has arrived by then. After a busy spell, a plain
 * timer would come before the reading.
 */
function setTimeoutAfterReading(callback: () => void, milliseconds: number): NodeJS.Timeout {
  // Node would replace a time above the maximum by 1 ms, and Node 24 warns of a negative one.
  const time = Math.min(Math.max(milliseconds, 0), MAX_TIMER_MS);
  return setTimeout(() => setImmediate(callback), time);
}
