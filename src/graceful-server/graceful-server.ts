import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { acceptWaiting } from './accept-waiting.ts';
import type { OnResponse } from './access-log.ts';
import { LIMITS } from './limits.ts';
import {
  type ClientError,
  type ErrorFormatter,
  isAcceptable,
  type RejectionStatus,
  rejectionText,
  statusOf,
} from './rejection.ts';

/** How long a stop waits, in milliseconds. More than 2^31 - 1, Node's maximum, counts as that. */
export interface StopOptions {
  /**
   * Used twice: how long the clients in the kernel's queue are accepted, at most, and then how long
   * an open connection may take to send its next request. Default: 1 s.
   */
  readonly grace?: number;
  /** When every connection is destroyed, counted from the call. Default: 10 s. */
  readonly timeout?: number;
}

/** What the server knows of an open connection. */
interface Connection {
  readonly socket: Socket;
  /**
   * The responses that are not complete, in the order of their requests, and when the head of each
   * request had arrived.
   */
  readonly pending: Map<ServerResponse, number>;
  /** The response after which the connection ends. Requests behind it are not handled. */
  last?: ServerResponse;
  /** How many requests have arrived behind `last`. */
  ignored: number;
  /** Set once the connection was rejected. Destroys it after `lingerTimeout` at the latest. */
  lingerTimer?: NodeJS.Timeout;
}

/**
 * An HTTP server that can be stopped gracefully. It passes each request to a listener once it has
 * arrived in full, and ignores its body. What is no valid request gets an error in the format that
 * the server is given, and the connection ends. An error about CONNECT, or about what Node's parser
 * has rejected, is left out if an earlier response is pending: the connection ends after that one.
 * Node alone would use a format of its own, or close the connection without a response.
 */
export class GracefulServer extends Server {
  readonly #listener: RequestListener;
  readonly #formatError: ErrorFormatter;
  readonly #onResponse: OnResponse | undefined;
  readonly #connections = new Map<Socket, Connection>();
  #stopped: Promise<void> | undefined;
  /** Whether a stop has come so far that each connection ends after its next response. */
  #isClosing = false;

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
    this.#listener = listener;
    this.#formatError = formatError;
    this.#onResponse = onResponse;

    this.on('connection', (socket) => this.#handleConnection(socket));
    // Without a listener for the second, Node would answer an unknown expectation with 417.
    for (const event of ['request', 'checkExpectation']) {
      this.on(event, (request, response) => this.#handleRequest(request, response));
    }
    this.on('connect', (request) => this.#handleConnect(request));
    this.on('clientError', (error: ClientError, socket) => {
      this.#reject(socket as Socket, statusOf(error));
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
    this.#stopped ??= this.#stop(grace, timeout);
    return this.#stopped;
  }

  async #stop(grace: number, timeout: number): Promise<void> {
    const startedAt = performance.now();
    const remaining = () => startedAt + timeout - performance.now();

    // Requests are answered as before meanwhile: a client that is told to leave would connect anew,
    // and lengthen the queue.
    await acceptWaiting(this, Math.min(grace, timeout));

    this.#isClosing = true;
    this.close();
    const connections = [...this.#connections.values()];
    const allClosed = Promise.all(connections.map(({ socket }) => closeOf(socket)));
    for (const connection of connections) {
      const newest = newestOf(connection);
      if (newest?.headersSent === false) this.#endAfterPending(connection);
    }
    // The clients may send one more request.
    await waitAtMost(Math.min(grace, remaining()), allClosed);

    // After a busy spell, Node runs its timers before it reads what has arrived.
    await nextIteration();
    for (const connection of this.#connections.values()) this.#endAfterPending(connection);
    await waitAtMost(remaining(), allClosed);

    for (const socket of this.#connections.keys()) socket.destroy();
    // The server's own `close` event may come before those of its last sockets, at which responses
    // are reported.
    await allClosed;
  }

  /**
   * Closes idle connections, but not at a stop: `close` calls this method (`httpServerPreClose` in
   * lib/_http_server.js).
   */
  override closeIdleConnections(): void {
    if (!this.#isClosing) super.closeIdleConnections();
  }

  #handleConnection(socket: Socket): void {
    const connection: Connection = { socket, pending: new Map(), ignored: 0 };
    this.#connections.set(socket, connection);
    socket.once('close', () => {
      this.#connections.delete(socket);
      clearTimeout(connection.lingerTimer);
      for (const response of connection.pending.keys()) this.#complete(connection, response);
    });
  }

  #handleRequest(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.#connections.get(socket);
    // Node goes on parsing when the server has ended its side, and keeps each response.
    if (!connection || !socket.writable || isFull(connection)) {
      socket.destroy();
      return;
    }
    // The body is read and ignored.
    request.resume();
    if (connection.last) {
      connection.ignored += 1;
      return;
    }
    connection.pending.set(response, performance.now());
    response.once('close', () => this.#complete(connection, response));
    const isAccepted = isAcceptable(request);
    if (!isAccepted || mustBeLast(request) || this.#isClosing) makeLast(connection, response);
    request.once('end', () => {
      // There is nothing to answer: the connection was closed, or the request was rejected.
      if (!connection.pending.has(response)) return;
      if (isAccepted) this.#listener(request, response);
      else this.#refuse(response);
    });
  }

  /** Answers a request that Node's parser accepts, and the server does not. */
  #refuse(response: ServerResponse): void {
    const { headers, body } = this.#formatError(400);
    // After `writeHead`, Node would not add the length.
    response.writeHead(400, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
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

  /**
   * Ends a connection because of what is no valid request. An error is sent if no earlier response
   * is pending: HTTP/1.1 tells responses apart by their order alone.
   * @param request the request that the error is about, if its head has arrived
   */
  #reject(socket: Socket, status: RejectionStatus, request?: IncomingMessage): void {
    const connection = this.#connections.get(socket);
    // Node reports more than one error if the client goes on sending, and also that a client has
    // gone.
    if (!connection || connection.lingerTimer || !socket.writable) return;
    connection.lingerTimer = setTimeout(() => socket.destroy(), LIMITS.lingerTimeout);

    const newest = newestOf(connection);
    const isAboutNewest = newest?.req.complete === false;
    // The error takes the place of its response.
    if (isAboutNewest) connection.pending.delete(newest);
    if (connection.pending.size > 0) {
      this.#endAfterPending(connection);
      return;
    }
    const { method, url: target } = request ?? (isAboutNewest ? newest.req : {});
    const text = rejectionText(status, method, this.#formatError);
    socket.write(text, (error) => {
      if (error) return;
      this.#onResponse?.({ method, target, status, milliseconds: undefined, isAborted: false });
    });
    socket.end();
  }

  /** Has a connection end after the last of its pending responses, at once if there is none. */
  #endAfterPending(connection: Connection): void {
    const { pending, last, socket } = connection;
    if (last && pending.has(last)) return;
    const newest = newestOf(connection);
    if (newest) makeLast(connection, newest);
    else socket.destroySoon();
  }

  /** Reports a response that is no longer pending, since it or its connection is closed. */
  #complete({ socket, pending }: Connection, response: ServerResponse): void {
    const receivedAt = pending.get(response);
    // Node 20 emits `close` only for the first pending response of a connection that is closed, and
    // later versions for each, so the server also calls this at the `close` of the socket.
    if (receivedAt === undefined) return;
    pending.delete(response);
    const { req, headersSent, statusCode } = response;
    this.#onResponse?.({
      method: req.method,
      target: req.url,
      status: headersSent ? statusCode : undefined,
      milliseconds: performance.now() - receivedAt,
      isAborted: socket.destroyed,
    });
  }
}

/** Whether one more request on a connection is one too many. */
function isFull({ pending, ignored }: Connection): boolean {
  return pending.size + ignored >= LIMITS.maxPendingResponses;
}

/** The response to the newest request of a connection, if it is pending. */
function newestOf({ pending }: Connection): ServerResponse | undefined {
  return Array.from(pending.keys()).at(-1);
}

/** Has a connection end after this response, and handles no request behind it. */
function makeLast(connection: Connection, response: ServerResponse): void {
  connection.last = response;
  // Node ends the connection after a response with this field. If the header fields have been sent,
  // the server does.
  if (!response.headersSent) response.setHeader('Connection', 'close');
  else response.once('close', () => connection.socket.destroySoon());
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

function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

const MAX_TIMER_MS = 2 ** 31 - 1;

/** Waits for a promise that does not reject, but for so many milliseconds at most. */
async function waitAtMost(milliseconds: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(Math.max(milliseconds, 0), MAX_TIMER_MS));
  });
  await Promise.race([promise, timeout]);
  clearTimeout(timer);
}
