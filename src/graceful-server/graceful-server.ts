import { type RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { drainAcceptQueue } from './accept-queue.ts';
import type { AccessLogEntry, OnResponse } from './access-log.ts';
import { Connection } from './connection.ts';
import { type ClientError, type ErrorFormatter, errorStatusOf } from './errors.ts';
import { LIMITS } from './limits.ts';
import { setTimeoutAfterReading } from './set-timeout-after-reading.ts';

/**
 * How long a stop waits, in milliseconds. More than Node's maximum, 2^31 - 1, counts as 2^31 - 1.
 */
export interface StopOptions {
  /**
   * How long an open connection may take to send the head of its next request, from when the server
   * has stopped listening, or from the end of its last pending response. Default: 1,000.
   */
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
 * request has arrived, and ignores the body. It rejects CONNECT and whatever Node's parser rejects:
 * it closes the connection, and first sends an error in the given format, unless the client might
 * take that for another response. Node alone would use a format of its own, or send nothing.
 */
export class GracefulServer extends Server {
  readonly #connections = new Map<Socket, Connection>();
  #stopPromise: Promise<void> | undefined;

  constructor(
    listener: RequestListener,
    formatError: ErrorFormatter,
    onResponse: OnResponse = () => {},
  ) {
    super({
      connectionsCheckingInterval: LIMITS.connectionsCheckingInterval,
      // No field is checked here, so a request without Host is passed on like any other. By
      // default, Node answers it itself, with an empty body.
      requireHostHeader: false,
    });
    // By default, Node takes only about a thousand header fields: Node 20 hides the others, among
    // them Upgrade, and later versions answer 431.
    this.maxHeadersCount = 0;
    this.headersTimeout = LIMITS.headersTimeout;
    this.requestTimeout = LIMITS.requestTimeout;
    this.keepAliveTimeout = LIMITS.keepAliveTimeout;
    this.timeout = LIMITS.timeout;

    const context = {
      listener,
      formatError,
      // In a tick of its own, so that it interrupts nothing here if it throws.
      onResponse: (entry: AccessLogEntry) => process.nextTick(onResponse, entry),
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
    this.on('connect', (request, socket) => {
      // Node has removed its own listeners from the socket (`onParserExecuteCommon` in
      // lib/_http_server.js). Without one for `error`, a reset would end the process.
      socket.on('error', () => {});
      // Closing a connection with unread data would reset it.
      socket.resume();
      this.#connections.get(request.socket)?.reject(404, request);
    });
    this.on('clientError', (error: ClientError, socket) => {
      this.#connections.get(socket as Socket)?.reject(errorStatusOf(error));
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
    this.#pauseReading();
    await drainAcceptQueue(this, Math.min(LIMITS.acceptTimeout, timeout));
    this.close();
    // Each `Connection` added its `close` listener first, and reports in a tick. Ticks run before the
    // reactions of promises, so `stop` resolves after the last report.
    const closed = Array.from(
      this.#connections.keys(),
      (socket) => new Promise((resolve) => socket.once('close', resolve)),
    );
    for (const connection of this.#connections.values()) connection.closeGracefully(grace);
    this.#resumeReading();
    const timer = setTimeoutAfterReading(() => {
      for (const socket of this.#connections.keys()) socket.destroy();
    }, deadline - performance.now());
    await Promise.all(closed);
    clearTimeout(timer);
  }

  /**
   * Nothing is read while clients are accepted: responses would make each iteration of the event
   * loop longer, and clients that have got theirs might connect anew.
   */
  #pauseReading(): void {
    for (const socket of this.#connections.keys()) socket.pause();
    // New sockets have to start paused: `net.Server` reads this property, which its types lack, for
    // each new one (`onconnection` in lib/net.js). To call `pause` in a `connection` listener would
    // not do, since Node resumes the socket in the next tick.
    Object.assign(this, { pauseOnConnect: true });
  }

  #resumeReading(): void {
    // A socket that Node itself has paused stays paused (`onSocketResume` in lib/_http_server.js).
    for (const socket of this.#connections.keys()) socket.resume();
  }

  /**
   * Closes idle connections, except at a stop: `close` calls this method (`httpServerPreClose` in
   * lib/_http_server.js).
   */
  override closeIdleConnections(): void {
    if (this.#stopPromise === undefined) super.closeIdleConnections();
  }
}
