import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { AccessLogEntry } from './access-log-entry.ts';
import { closeServer } from './close-server.ts';
import type { ConnectionOptions } from './closing.ts';
import { Connection } from './connection.ts';
import { type Limits, withDefaults } from './limits.ts';
import { isWellFormed, type ParseError, statusFor } from './request-check.ts';

/** Read by `socketOnEnd` in lib/_http_server.js. */
type HalfOpenServer = Server & { httpAllowHalfOpen?: boolean };

/** A server that does not listen yet, and the way to stop it. */
export interface StoppableServer {
  readonly server: Server;
  /**
   * Shuts down gracefully: refuses new connections, and answers the requests on the open ones. Connections
   * with nothing to answer get `stopGrace` for a request on its way; everything ends within `stopTimeout`.
   *
   * It is final: `server.listen` throws from then on. It may be called more than once, and before the server
   * listens. Do not use `server.close()`: it cuts off responses that are under way.
   * @returns never rejects; a line for each client that was cut off before it had its response, such as
   * `::ffff:192.0.2.7 port 50123, GET /api/products`
   */
  stop(): Promise<string[]>;
}

/**
 * A server that passes well-formed requests to `handle`, once they are complete (at once with `Expect` or `Upgrade`). It
 * answers all others itself, with `sendRefusal`; Node would use a format of its own, or just disconnect.
 */
export function createStoppableServer(
  handle: RequestListener,
  sendRefusal: ConnectionOptions['sendRefusal'],
  changedLimits: Partial<Limits> = {},
  onResponse?: (entry: AccessLogEntry) => void,
): StoppableServer {
  const limits = withDefaults(changedLimits);
  // Node's response to a missing Host has no body, and Node keeps only the first of several. So
  // `isWellFormed` checks Host instead, and gets all of them, with commas between.
  const server = createServer({ ...limits, requireHostHeader: false, joinDuplicateHeaders: true });
  // Not an option of `createServer`.
  server.timeout = limits.timeout;
  // By default, Node drops all fields after the first 1,000, and a second Host with them.
  server.maxHeadersCount = 0;
  // A client may close its side of the connection before it has all its responses.
  (server as HalfOpenServer).httpAllowHalfOpen = true;
  const connections = new Map<Socket, Connection>();
  const options = {
    limits,
    sendRefusal,
    // In the next tick, so that an error that `onResponse` throws does not disturb the connection.
    onResponse: (entry: AccessLogEntry) => onResponse && process.nextTick(onResponse, entry),
  };

  server.on('connection', (socket) => {
    connections.set(socket, new Connection(socket, handle, options));
    socket.once('close', () => connections.delete(socket));
  });
  // Without the last two, Node would answer `Expect` itself: 100 to `100-continue`, 417 to anything else.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      connections.get(request.socket)?.receive(request, response);
    });
  }
  server.on('connect', (request, socket) => {
    // For CONNECT, Node removes its `error` listener (`onParserExecuteCommon` in lib/_http_server.js).
    socket.on('error', () => {});
    connections.get(request.socket)?.refuse(isWellFormed(request) ? 404 : 400);
  });
  server.on('timeout', (socket) => {
    const { bytesRead } = socket;
    // After the process was suspended, timers fire before data that waits in the kernel is read.
    setImmediate(() => socket.bytesRead === bytesRead && socket.destroy());
  });
  server.on('clientError', (error: ParseError, socket) => {
    const connection = connections.get(socket as Socket);
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') connection?.refuseLate();
    else connection?.refuse(statusFor(error));
  });

  let stopped: Promise<string[]> | undefined;
  function stop(): Promise<string[]> {
    server.listen = () => {
      throw new Error('the server has been stopped, which is final');
    };
    stopped ??= closeServer(server, connections, limits);
    return stopped;
  }
  return { server, stop };
}
