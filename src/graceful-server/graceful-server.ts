import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type OnResponse, reportOnClose } from './access-log.ts';
import { Connection } from './connection.ts';
import {
  type ClientError,
  type ErrorFormatter,
  isWellFormed,
  type RejectionStatus,
  rejectionText,
  statusOf,
} from './rejection.ts';
import { type StopOptions, stopServer } from './stop.ts';

/**
 * How much time and memory a connection may take, and how long a stop may last. Times are in
 * milliseconds. The first four are properties of `http.Server`, and can be changed there.
 */
export const LIMITS = {
  /**
   * How long a client may take for the request line and the header fields, from their first byte,
   * and for those of the first request, from the start of the connection; then 408. This is plenty
   * even on a very slow network.
   */
  headersTimeout: 10_000,
  /**
   * How long a client may take for a whole request with its body. Then it gets 408, unless it has
   * been answered, and the connection ends. A connection may also stay open for as long after its
   * last response or after an error.
   */
  requestTimeout: 30_000,
  /**
   * How long a connection may be idle between two requests; Node closes it a second later than it
   * announces. It is longer than the 60 s of common load balancers, so that they close an idle
   * connection first; otherwise a request may arrive just as the server closes it.
   */
  keepAliveTimeout: 75_000,
  /**
   * How long nothing may happen on a connection in the middle of a request or a response, for
   * example because the client does not read. Node checks only when a timer is due, so it may take
   * up to twice as long.
   */
  timeout: 60_000,
  /**
   * How often Node checks `headersTimeout` and `requestTimeout`. With Node's own default of 30 s, a
   * limit of 10 s could take 40 s.
   */
  connectionsCheckingInterval: 1_000,
  /**
   * How many responses may be pending on a connection; one more request destroys it. No browser and
   * no common proxy sends a request before it has the response to the one before; load tools send
   * some 16.
   */
  maxPendingResponses: 32,
  /** At a stop: how long a connection without a pending response may be silent. */
  stopGrace: 1_000,
  /**
   * How long a stop may take, slow readers included. Supervisors wait for 10 s (Docker) to 30 s
   * (Kubernetes) or more before they kill the process.
   */
  stopTimeout: 10_000,
} as const;

/** The options of a `GracefulServer`. */
export interface GracefulServerOptions {
  /** Called with each response. Default: not called. */
  readonly onResponse?: OnResponse | undefined;
  /** See `LIMITS`. Node documents it as an option, not as a property. */
  readonly connectionsCheckingInterval?: number;
}

/**
 * An HTTP server that can be stopped gracefully. It passes each well-formed request to a listener,
 * and answers the others itself, in the format that it is given. Node alone would use a format of
 * its own, or close the connection without a response. Bodies of requests are ignored.
 */
export class GracefulServer extends Server {
  /**
   * With Node's default, a client that closes its sending side before it is answered would get no
   * response (`socketOnEnd` in lib/_http_server.js).
   */
  readonly httpAllowHalfOpen = true;
  #listener: RequestListener;
  readonly #formatError: ErrorFormatter;
  readonly #onResponse: OnResponse | undefined;
  readonly #connections = new Map<Socket, Connection>();
  #stopResult: Promise<number> | undefined;

  constructor(
    listener: RequestListener,
    formatError: ErrorFormatter,
    {
      onResponse,
      connectionsCheckingInterval = LIMITS.connectionsCheckingInterval,
    }: GracefulServerOptions = {},
  ) {
    super({
      connectionsCheckingInterval,
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
    this.#listener = listener;
    this.#formatError = formatError;
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
    // Without this listener, Node would destroy a connection at its `timeout` event, which
    // `Connection` handles.
    this.on('timeout', () => {});
  }

  /**
   * Stops the server for good: it accepts the clients that wait in the kernel's queue, refuses new
   * ones, and answers what is pending and the next request on each open connection. To listen
   * again, make a new server. Use it in place of `close`, which destroys connections that Node
   * takes for idle: the next request may be on its way there, or the end of a large response. It
   * may be called for a server that does not listen. A later call returns the same promise, and
   * ignores its options.
   * @returns how many connections were destroyed with a pending response, once all are closed
   * @throws {RangeError} if an option is outside its range; the server then goes on
   */
  stop({
    grace = LIMITS.stopGrace,
    timeout = LIMITS.stopTimeout,
  }: StopOptions = {}): Promise<number> {
    const holdRequests = () => this.#holdRequests();
    const stoppable = { server: this, connections: this.#connections, holdRequests };
    this.#stopResult ??= stopServer(stoppable, { grace, timeout });
    return this.#stopResult;
  }

  /**
   * Closes idle connections, but not once a stop has begun: `close` calls this method
   * (`httpServerPreClose` in lib/_http_server.js).
   */
  override closeIdleConnections(): void {
    if (!this.#stopResult) super.closeIdleConnections();
  }

  /** Keeps requests from the listener until the returned function is called. */
  #holdRequests(): () => void {
    const listener = this.#listener;
    const held: Parameters<RequestListener>[] = [];
    this.#listener = (...args) => held.push(args);
    return () => {
      this.#listener = listener;
      for (const args of held) listener(...args);
    };
  }

  #handleConnection(socket: Socket): void {
    this.#connections.set(socket, new Connection(socket, this.requestTimeout));
    socket.once('close', () => this.#connections.delete(socket));
  }

  #handleRequest(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.#connections.get(socket);
    // If the socket has been closed already, there is no connection.
    if (!connection || connection.pendingCount >= LIMITS.maxPendingResponses) {
      socket.destroy();
      return;
    }
    connection.add(response);
    // The body is read and ignored. If it were left unread, Node would stop reading the connection
    // until the response is complete.
    request.resume();
    // Node may go on parsing after a last response or an error. What it finds then is not handled,
    // but counted.
    if (!connection.takesRequests) return;
    if (!isWellFormed(request)) {
      this.#reject(socket, 400, request);
      return;
    }
    if (mustBeLast(request)) response.shouldKeepAlive = false;
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
  #reject(socket: Socket, status: RejectionStatus, request?: IncomingMessage): void {
    const { method, url: target } = request ?? {};
    const text = rejectionText(status, method, this.#formatError);
    this.#connections.get(socket)?.endWithError(text, (error) => {
      const isAborted = Boolean(error);
      this.#onResponse?.({ method, target, status, milliseconds: undefined, isAborted });
    });
  }
}

/**
 * Whether the connection has to end after the response to this request. Without an `upgrade`
 * listener, Node treats a request with an Upgrade field as any other, but may drop what has arrived
 * behind it in the same packet (`onParserExecuteCommon` in lib/_http_server.js). What comes next
 * would get the response to what was dropped.
 */
function mustBeLast({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined;
}
