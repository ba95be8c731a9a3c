import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { type OnResponse, reportOnClose } from './access-log.ts';
import { Connections } from './connections.ts';
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

/** An HTTP server that can be stopped gracefully. */
export interface GracefulServer {
  /** It does not listen yet. Use `stop`, not `server.close()`, which cuts off responses. */
  readonly server: Server;
  /**
   * Stops the server for good: it accepts the clients that wait in the kernel's queue, refuses new
   * ones, and answers the requests on the open connections. A connection without a pending request
   * is closed once nothing has happened on it for `stopGrace`, and after `stopTimeout` every
   * connection is destroyed. It may be called again, and for a server that does not listen.
   * @returns how many connections were destroyed with a pending request, once all are closed
   */
  stop(): Promise<number>;
}

/**
 * Creates a server that passes each well-formed request to `listener`, and answers the others
 * itself, in the given format. Node alone would use a format of its own, or close the connection
 * without a response. Bodies of requests are ignored.
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
  const server = createServer({
    ...limits,
    // Otherwise, Node would answer a request without a Host field itself, with an empty body.
    requireHostHeader: false,
    // Otherwise, Node would hide a second Host field. Joined by a comma, the two fail the check.
    joinDuplicateHeaders: true,
  });
  server.timeout = limits.timeout;
  // Otherwise, Node would close the connection of a client that closes its sending side before it
  // is answered (`socketOnEnd` in lib/_http_server.js). The property is not in Node's types.
  Object.assign(server, { httpAllowHalfOpen: true });
  const connections = new Connections(server, limits);

  // Without listeners for the last two, Node itself would answer requests that have an Expect
  // field.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.on(event, handleRequest);
  }

  server.on('clientError', (error: ClientError, socket) => {
    sendError(socket as Socket, statusOf(error));
  });

  server.on('connect', (request: IncomingMessage) => {
    const { socket } = request;
    // Node has removed its own listeners (`onParserExecuteCommon` in lib/_http_server.js). Without
    // these, a reset would end the process, and a client that stays silent would never be closed.
    socket.on('error', () => {});
    socket.on('timeout', () => server.emit('timeout', socket));
    socket.resume();
    sendError(socket, 404, request);
  });

  function handleRequest(request: IncomingMessage, response: ServerResponse): void {
    // The body is read and ignored. Until it is read, Node would parse no further request.
    request.resume();
    // Node goes on parsing after an error or a last response. A request that arrives then is
    // counted, but not answered.
    if (!connections.admit(request, response)) return;
    if (!isWellFormed(request)) {
      sendError(request.socket, 400, request);
      return;
    }
    if (onResponse) reportOnClose(response, onResponse);
    listener(request, response);
  }

  /**
   * Sends an error response and ends the connection. Earlier requests that are still pending get no
   * response. On a connection that has been ended already, it does nothing.
   */
  function sendError(socket: Socket, status: ErrorStatus, request?: IncomingMessage): void {
    if (!socket.writable) return;
    socket.write(errorResponse(status, request?.method, formatError));
    connections.linger(socket);
    const { method, url: target } = request ?? {};
    onResponse?.({ method, target, status, milliseconds: undefined, isAborted: false });
  }

  let stopped: Promise<number> | undefined;
  function stop(): Promise<number> {
    stopped ??= stopServer(server, connections, limits.stopTimeout);
    return stopped;
  }
  return { server, stop };
}
