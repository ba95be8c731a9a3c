import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type OnResponse, reportOnClose } from './access-log.ts';
import { Connection } from './connection.ts';
import { type Limits, withDefaults } from './limits.ts';
import {
  type ClientError,
  type ErrorFormatter,
  type ErrorStatus,
  errorResponse,
  isWellFormed,
  statusOf,
} from './rejection.ts';
import { stopServer } from './stop.ts';

/**
 * An HTTP server that can be stopped gracefully. It passes each well-formed request to a listener,
 * and answers the others itself, in the format that it is given. Node alone would use a format of
 * its own, or close the connection without a response. Bodies of requests are ignored.
 */
export class GracefulServer extends Server {
  /**
   * Otherwise, Node would close the connection of a client that closes its sending side before it
   * is answered (`socketOnEnd` in lib/_http_server.js).
   */
  readonly httpAllowHalfOpen = true;
  readonly #listener: RequestListener;
  readonly #formatError: ErrorFormatter;
  readonly #limits: Limits;
  readonly #onResponse: OnResponse | undefined;
  readonly #connections = new Map<Socket, Connection>();
  #stopping: Promise<number> | undefined;

  /** @throws {RangeError} if a limit is outside the range that `Limits` documents */
  constructor(
    listener: RequestListener,
    formatError: ErrorFormatter,
    changedLimits?: Partial<Limits>,
    onResponse?: OnResponse,
  ) {
    const limits = withDefaults(changedLimits);
    super({
      ...limits,
      // Otherwise, Node would answer a request without a Host field itself, with an empty body.
      requireHostHeader: false,
      // Otherwise, Node would hide a second Host field from `isWellFormed`.
      joinDuplicateHeaders: true,
    });
    this.timeout = limits.timeout;
    // Otherwise, Node 20 would hide all header fields but the first thousand or so, among them an
    // Upgrade or a second Host. `maxHeaderSize` limits them.
    this.maxHeadersCount = 0;
    this.#listener = listener;
    this.#formatError = formatError;
    this.#limits = limits;
    this.#onResponse = onResponse;

    this.on('connection', (socket) => this.#handleConnection(socket));
    // Without listeners for the last two, Node would answer requests that have an Expect field by
    // itself, with 100 or 417.
    for (const event of ['request', 'checkContinue', 'checkExpectation']) {
      this.on(event, (request, response) => this.#handleRequest(request, response));
    }
    this.on('connect', (request) => this.#handleConnect(request));
    this.on('clientError', (error: ClientError, socket) => {
      this.#reject(socket as Socket, statusOf(error));
    });
    this.on('timeout', (socket) => this.#handleTimeout(socket));
  }

  /**
   * Stops the server: it accepts the clients that wait in the kernel's queue, refuses new ones, and
   * answers what is pending and the next request on each open connection. A connection without a
   * pending request is closed once nothing has arrived on it for `stopGrace`, and after
   * `stopTimeout` every connection is destroyed. Use it in place of `close`, which cuts off
   * responses. It may be called again, which returns the same promise, and for a server that does
   * not listen.
   * @returns how many connections were destroyed with a pending request, once all are closed
   */
  stop(): Promise<number> {
    this.#stopping ??= stopServer(this, () => [...this.#connections.values()], this.#limits);
    return this.#stopping;
  }

  /**
   * Closes idle connections, but not once a stop has begun: `close` calls this method
   * (`httpServerPreClose` in lib/_http_server.js), and for Node, a connection whose next request is
   * on its way is idle, too.
   */
  override closeIdleConnections(): void {
    if (!this.#stopping) super.closeIdleConnections();
  }

  #handleConnection(socket: Socket): void {
    this.#connections.set(socket, new Connection(socket, this.#limits.requestTimeout));
    socket.once('close', () => this.#connections.delete(socket));
  }

  #handleRequest(request: IncomingMessage, response: ServerResponse): void {
    const { socket, headers } = request;
    const connection = this.#connections.get(socket);
    // If the socket has been closed already, there is no connection.
    if (!connection || connection.pendingCount >= this.#limits.maxPipelinedRequests) {
      socket.destroy();
      return;
    }
    connection.add(response);
    // The body is read and ignored. If it were left unread, Node would stop reading the connection
    // until the response is complete.
    request.resume();
    // Node may go on parsing after a last response or an error. The requests that it finds then
    // stay pending, and so count for `maxPipelinedRequests`.
    if (!connection.takesRequests) return;
    if (!isWellFormed(request)) {
      this.#reject(socket, 400, request);
      return;
    }
    // At a stop, a connection ends after its next response. It also ends after the response to a
    // request with an Upgrade field. Without an `upgrade` listener, Node treats such a request as
    // any other, but drops what has arrived behind it in the same packet (`onParserExecuteCommon`
    // in lib/_http_server.js). What comes next would get the response to what was dropped.
    if (this.#stopping || headers.upgrade !== undefined) response.shouldKeepAlive = false;
    if (this.#onResponse) reportOnClose(response, this.#onResponse);
    this.#listener(request, response);
  }

  /** Answers CONNECT, which Node does not treat as a request. */
  #handleConnect(request: IncomingMessage): void {
    const { socket } = request;
    // Node has removed its own listeners (`onParserExecuteCommon` in lib/_http_server.js). Without
    // this one, a reset would end the process.
    socket.on('error', () => {});
    socket.resume();
    this.#reject(socket, 404, request);
  }

  /** Answers CONNECT, or what is not a valid request, and ends its connection. */
  #reject(socket: Socket, status: ErrorStatus, request?: IncomingMessage): void {
    const { method, url: target } = request ?? {};
    const text = errorResponse(status, method, this.#formatError);
    this.#connections.get(socket)?.endWithError(text, (error) => {
      const isAborted = Boolean(error);
      this.#onResponse?.({ method, target, status, milliseconds: undefined, isAborted });
    });
  }

  /**
   * Destroys a connection on which nothing has happened for too long. After a busy spell, Node runs
   * its timers before it reads what has arrived, so the connection gets one more iteration of the
   * event loop, and is spared if a byte arrives in it.
   */
  #handleTimeout(socket: Socket): void {
    const { bytesRead } = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy();
    });
  }
}
