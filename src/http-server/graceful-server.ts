import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { type OnResponse, reportLater } from './access-log.ts';
import { defaultLimits, type Limits } from './limits.ts';
import {
  type ClientError,
  type ErrorFormatter,
  type ErrorStatus,
  errorResponse,
  isWellFormed,
  statusOf,
} from './request-error.ts';
import { stopServer } from './stop.ts';

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

/**
 * Creates a server that passes each well-formed request to `listener` and answers the others itself, in the given format.
 * Node alone would use a format of its own, or close the connection without a response.
 * @param onResponse if it throws, the error becomes an uncaught exception
 * @throws {Error} if Node does not accept one of its limits
 */
export function createGracefulServer(
  listener: RequestListener,
  formatError: ErrorFormatter,
  changedLimits: Partial<Limits> = {},
  onResponse?: OnResponse,
): GracefulServer {
  const limits: Limits = { ...defaultLimits, ...changedLimits };
  // With the two options after the limits, `isWellFormed` can check the Host field. By default, Node answers a missing Host
  // with an empty body, and hides all Host fields but the first.
  const options = { ...limits, requireHostHeader: false, joinDuplicateHeaders: true };
  const server = createServer(options);
  server.timeout = limits.timeout;
  // Without this, a client that closes its sending side before it is answered would get no response (`socketOnEnd` in
  // lib/_http_server.js).
  Object.assign(server, { httpAllowHalfOpen: true });

  /** The open connections, and how many requests on each are pending: without a complete response. */
  const connections = new Map<Socket, { pending: number }>();

  server.on('connection', (socket) => {
    connections.set(socket, { pending: 0 });
    socket.once('close', () => connections.delete(socket));
    // Node calls this after a last response (`resOnFinish` in lib/_http_server.js). Its own version would not linger.
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
    const connection = connections.get(socket);
    // The connection has already been ended, but Node still parses what arrives.
    if (!connection || !socket.writable) return;
    if (!isWellFormed(request)) {
      // This discards the body. Otherwise, Node would stop reading the connection.
      request.resume();
      sendError(socket, 400, request);
      return;
    }
    connection.pending += 1;
    if (connection.pending > limits.maxPipelinedRequests) {
      socket.destroy();
      return;
    }
    response.once('close', () => {
      connection.pending -= 1;
      if (!server.listening && connection.pending === 0) socket.setTimeout(limits.stopGrace);
    });
    if (!server.listening) {
      // The server is being stopped, and an idle connection was given only `stopGrace`. A response may take longer.
      response.setHeader('Connection', 'close');
      socket.setTimeout(limits.timeout);
    }
    if (onResponse) reportLater(response, onResponse);
    listener(request, response);
  }

  /**
   * Sends an error response and ends the connection. Earlier requests that have no response yet stay without one. A
   * connection that has ended gets no error response: the parser rejects whatever follows a malformed request.
   */
  function sendError(socket: Socket, status: ErrorStatus, request?: IncomingMessage): void {
    if (!socket.writable) return;
    socket.write(errorResponse(status, request?.method, formatError));
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

  let stopped: Promise<number> | undefined;
  function stop(): Promise<number> {
    stopped ??= stopServer(server, connections, limits);
    return stopped;
  }
  return { server, stop };
}
