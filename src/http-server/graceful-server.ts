import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { defaultLimits, type Limits } from './limits.ts';

/** The status of an error that the server answers by itself. */
export type ErrorStatus = 400 | 404 | 408 | 431;

/** The format of these errors: the header fields, to which the server adds those that every error needs, and the body. */
export type FormatError = (status: ErrorStatus) => {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** An entry of the access log: a request and its response. */
export interface AccessLogEntry {
  /** The request method; absent if the request could not be parsed. */
  readonly method?: string | undefined;
  /** The request target as received, in visible ASCII characters; absent if the request could not be parsed. */
  readonly target?: string | undefined;
  /** The status code of the response; `undefined` if the connection was closed before there was a response. */
  readonly status: number | undefined;
  /**
   * The time from the end of the request's header fields until the whole response was handed to the operating system,
   * or the connection was closed. Absent for an error that the server answered by itself.
   */
  readonly milliseconds?: number;
  /** Whether the connection was closed before the whole response was handed to the operating system. */
  readonly isAborted: boolean;
}

/** An HTTP server, and the way to stop it without losing a request. */
export interface GracefulServer {
  /** The server, which does not listen yet. Use `stop` instead of `server.close()`, which cuts off responses. */
  readonly server: Server;
  /**
   * Stops the server: it accepts the clients that wait in the kernel's queue, refuses new ones, and answers the requests
   * on the open connections. A connection without a pending request is closed once nothing has happened on it for
   * `stopGrace`, and `stopTimeout` after the call every connection is destroyed. It may be called again, and for a server
   * that does not listen.
   * @returns how many connections were destroyed with a pending request, once all connections are closed
   */
  stop(): Promise<number>;
}

/** The properties of an error of Node's HTTP parser that say what is wrong. */
type ClientError = NodeJS.ErrnoException & { readonly reason?: string };

/**
 * Creates a server that passes each well-formed request to `listener` and answers the others itself, in the given format.
 * Node alone would use a format of its own, or close the connection without a response.
 * @param listener should answer without waiting: Node ends a connection as soon as the client has closed its sending
 * side, so a response that comes later is lost (`socketOnEnd` in lib/_http_server.js)
 * @param onResponse called with each response once it has been sent or the connection has been closed
 * @throws {Error} if Node does not accept one of its limits
 */
export function createGracefulServer(
  listener: RequestListener,
  formatError: FormatError,
  changedLimits: Partial<Limits> = {},
  onResponse?: (entry: AccessLogEntry) => void,
): GracefulServer {
  const limits: Limits = { ...defaultLimits, ...changedLimits };
  // With the two options after the limits, `isWellFormed` can check the Host field. By default, Node answers a missing Host
  // with an empty body, and hides all Host fields but the first.
  const options = { ...limits, requireHostHeader: false, joinDuplicateHeaders: true };
  const server = createServer(options);
  server.timeout = limits.timeout;

  /** Each open connection, and how many of its requests are pending: received, but not completely answered. */
  const connections = new Map<Socket, number>();

  server.on('connection', (socket) => {
    connections.set(socket, 0);
    socket.once('close', () => connections.delete(socket));
    // Node calls this after a last response (`resOnFinish` in lib/_http_server.js). Its own version would reset a
    // client that is still sending a body, and such a client may lose the response.
    socket.destroySoon = () => endConnection(socket);
  });

  // Without the last two listeners, Node would answer requests with an Expect field itself.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.on(event, handleRequest);
  }

  server.on('clientError', (error: ClientError, socket) => {
    sendError(socket as Socket, statusOf(error));
  });

  server.on('connect', (request: IncomingMessage) => {
    const { socket } = request;
    // Node has removed its own listeners from the socket (`onParserExecuteCommon` in lib/_http_server.js). Without this
    // line, a reset would end the process, and nothing more would be read.
    socket.on('error', () => {}).resume();
    sendError(socket, 404, request);
  });

  function handleRequest(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    // The connection has already been ended, but Node still parses what arrives.
    if (!socket.writable) return;
    if (!isWellFormed(request)) {
      // This discards the body. Otherwise, Node would stop reading the connection.
      request.resume();
      sendError(socket, 400, request);
      return;
    }
    const pending = (connections.get(socket) ?? 0) + 1;
    if (pending > limits.maxPipelinedRequests) {
      socket.destroy();
      return;
    }
    connections.set(socket, pending);
    response.once('close', removePending);
    if (onResponse) reportResponse(response, onResponse);
    if (!server.listening) {
      // The server is being stopped, and an idle connection was given only `stopGrace`. The response may take longer.
      response.setHeader('Connection', 'close');
      socket.setTimeout(limits.timeout);
    }
    listener(request, response);
  }

  function removePending(this: ServerResponse): void {
    const { socket } = this.req;
    const pending = connections.get(socket);
    if (pending !== undefined) connections.set(socket, pending - 1);
  }

  /**
   * Answers with an error and ends the connection. Earlier requests that have no response yet stay without one. A
   * connection that has ended gets no error: the parser rejects whatever follows a malformed request.
   */
  function sendError(socket: Socket, status: ErrorStatus, request?: IncomingMessage): void {
    if (!socket.writable) return;
    const { headers, body } = formatError(status);
    const fields = {
      ...headers,
      'Content-Length': Buffer.byteLength(body),
      Date: new Date().toUTCString(),
      Connection: 'close',
    };
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`);
    if (request?.method !== 'HEAD') socket.write(body);
    endConnection(socket);
    onResponse?.({ method: request?.method, target: request?.url, status, isAborted: false });
  }

  /**
   * Ends a connection after its last response. What the client still sends is read and ignored for `lingerTimeout`, since
   * closing a connection with unread data would reset it, and the client might lose the response (RFC 9112, 9.6).
   */
  function endConnection(socket: Socket): void {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), limits.lingerTimeout);
    socket.once('close', () => clearTimeout(timer));
  }

  /**
   * Accepts the clients in the kernel's queue, which already think that they are connected. Node accepts one of them in
   * each iteration of the event loop, so the queue is empty once an iteration has accepted nobody. No request is read
   * meanwhile, because a client that is answered may connect anew and keep the queue full.
   */
  async function acceptQueue(): Promise<void> {
    const deadline = performance.now() + limits.stopGrace;
    let hasAccepted: boolean;
    server.on('connection', (socket) => {
      hasAccepted = true;
      // The pause comes in the next tick, after the one in which Node begins to read.
      process.nextTick(() => socket.pause());
    });
    for (const socket of connections.keys()) socket.pause();
    // The first `setImmediate` ends the current iteration, which may have looked at the queue already.
    await setImmediate();
    do {
      hasAccepted = false;
      await setImmediate();
    } while (hasAccepted && performance.now() < deadline);
  }

  async function shutDown(): Promise<number> {
    let disconnected = 0;
    const timer = setTimeout(() => {
      for (const [socket, pending] of connections) {
        if (pending > 0) disconnected += 1;
        socket.destroy();
      }
    }, limits.stopTimeout);

    await acceptQueue();
    // `server.close` calls this (`httpServerPreClose` in lib/_http_server.js). It would destroy connections whose next
    // request is on its way, or whose last response is not flushed yet.
    server.closeIdleConnections = () => {};
    server.close();
    // Connections that become idle from now on get the same time as those that are idle already.
    server.keepAliveTimeout = limits.stopGrace;
    for (const [socket, pending] of connections) {
      if (pending === 0) socket.setTimeout(limits.stopGrace);
      socket.resume();
    }
    // The loop skips connections that are closed meanwhile, as they leave the map.
    for (const socket of connections.keys()) {
      await new Promise((resolve) => socket.once('close', resolve));
    }
    clearTimeout(timer);
    return disconnected;
  }

  let stopped: Promise<number> | undefined;
  function stop(): Promise<number> {
    stopped ??= shutDown();
    return stopped;
  }
  return { server, stop };
}

/** Reports a response once it has been sent, or its connection has been closed. */
function reportResponse(
  response: ServerResponse,
  onResponse: (entry: AccessLogEntry) => void,
): void {
  const receivedAt = performance.now();
  response.once('close', () => {
    const { req, headersSent, statusCode } = response;
    onResponse({
      method: req.method,
      target: req.url,
      status: headersSent ? statusCode : undefined,
      milliseconds: performance.now() - receivedAt,
      isAborted: req.socket.destroyed,
    });
  });
}

/**
 * Checks what Node's parser does not: the version is 1.0 or 1.1; there is one Host field, or none in HTTP/1.0 (RFC 9112,
 * 3.2), and its value contains something, but no white space, comma, slash, `?`, `#` or `@`; and the only transfer coding
 * is `chunked` (RFC 9112, 6.1). If there are several Host fields, Node has joined their values with commas.
 */
function isWellFormed({ httpVersion, headers }: IncomingMessage): boolean {
  const { host, 'transfer-encoding': coding } = headers;
  if (httpVersion !== '1.0' && httpVersion !== '1.1') return false;
  if (host === undefined ? httpVersion === '1.1' : !/^[^\s,/?#@]+$/.test(host)) return false;
  return coding === undefined || /^chunked$/i.test(coding);
}

/** The status for what Node's parser has rejected, or for a request that took too long. */
function statusOf({ code, reason }: ClientError): ErrorStatus {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  // Any method but GET is answered with 404. The parser knows those of RTSP, such as PLAY, and gives this reason for them.
  const isUnknownMethod =
    code === 'HPE_INVALID_METHOD' || reason === 'Invalid method for HTTP/x.x request';
  return isUnknownMethod ? 404 : 400;
}
