import {
  type IncomingMessage,
  type RequestListener,
  Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
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
 * milliseconds. The first four are properties of `http.Server`, so they can be changed on a server;
 * there, 0 switches a limit off.
 */
export const LIMITS = {
  /**
   * For the request line and the header fields, from their first byte, and for those of the first
   * request, from the start of the connection; then 408. Plenty even on a very slow network.
   */
  headersTimeout: 10_000,
  /**
   * For a whole request with its body; then 408, or the end of the connection if the request has
   * been answered already. Also for a client to close its side after a last response or an error.
   */
  requestTimeout: 30_000,
  /**
   * Between two requests; Node waits a second longer than it announces. More than the 60 s of
   * common load balancers, so that they close an idle connection first; otherwise a request may
   * arrive just as the server closes it.
   */
  keepAliveTimeout: 75_000,
  /**
   * Without progress in the middle of a request or a response, for example because the client does
   * not read. Node looks only when a timer is due, so it may take up to twice as long.
   */
  timeout: 60_000,
  /** Between two checks of the first two limits. With Node's 30 s, 10 s could take 40 s. */
  connectionsCheckingInterval: 1_000,
  /**
   * On a connection; one more, and it is destroyed. No browser and no common proxy sends a request
   * before it has the response to the one before; load tools send some 16.
   */
  maxPendingResponses: 32,
  /** At a stop: how long a connection without a pending response may be silent. */
  stopGrace: 1_000,
  /**
   * For a stop, slow readers included. Supervisors wait for 10 s (Docker) to 30 s (Kubernetes) or
   * more before they kill the process.
   */
  stopTimeout: 10_000,
} as const;

/** The options of a `GracefulServer`: Node's own, and `onResponse`. */
export interface GracefulServerOptions extends ServerOptions {
  /** Called with each response; default: not called. */
  readonly onResponse?: OnResponse | undefined;
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
    { onResponse, ...options }: GracefulServerOptions = {},
  ) {
    super({
      // Node takes those that are options of its own.
      ...LIMITS,
      ...options,
      // These two, and `maxHeadersCount`, show all header fields to this class. By default, Node
      // answers a request without a Host field itself, with an empty body; it hides a second Host
      // field; and Node 20 hides all fields but the first thousand or so, maybe an Upgrade.
      requireHostHeader: false,
      joinDuplicateHeaders: true,
    });
    this.maxHeadersCount = 0;
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
    this.on('timeout', (socket) => this.#handleTimeout(socket));
  }

  /**
   * Stops the server for good: it accepts the clients that wait in the kernel's queue, refuses new
   * ones, and answers what is pending and the next request on each open connection. To listen
   * again, make a new server. It may be called for a server that does not listen; a later call
   * returns the same promise, whatever its options.
   *
   * `close` instead destroys idle connections at once, even if a request is on its way there, and
   * waits for the others without a limit.
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
   * Keeps requests from the listener, until the returned function passes them on. They count as
   * pending.
   */
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
    const isStopping = !this.listening;
    if (isStopping || dropsWhatFollows(request)) response.shouldKeepAlive = false;
    if (this.#onResponse) reportOnClose(response, this.#onResponse);
    this.#listener(request, response);
  }

  /** Answers CONNECT, which Node does not treat as a request. */
  #handleConnect(request: IncomingMessage): void {
    const { socket } = request;
    // Node has removed its own listeners (`onParserExecuteCommon` in lib/_http_server.js). Without
    // one for `error`, a reset would end the process.
    socket.on('error', () => {});
    socket.on('timeout', () => this.#handleTimeout(socket));
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

  /**
   * Destroys a connection on which nothing has happened for too long, unless the server is stopping
   * and owes it a response. After a busy spell, Node runs its timers before it reads what has
   * arrived, so the connection gets one more iteration of the event loop, and is spared if a byte
   * arrives in it.
   */
  #handleTimeout(socket: Socket): void {
    const { bytesRead } = socket;
    setImmediate(() => {
      const isOwed = this.#stopResult && this.#connections.get(socket)?.owesResponse;
      if (socket.bytesRead === bytesRead && !isOwed) socket.destroy();
    });
  }
}

/**
 * Whether Node drops what has arrived behind this request in the same packet. Without an `upgrade`
 * listener, it treats a request with an Upgrade field as any other, but for that
 * (`onParserExecuteCommon` in lib/_http_server.js). The connection has to end, since what comes
 * next would get the response to what was dropped.
 */
function dropsWhatFollows({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined;
}
