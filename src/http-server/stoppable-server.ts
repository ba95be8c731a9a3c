import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { AccessLogEntry } from './access-log-entry.ts';
import { closeServer } from './close-server.ts';
import { Connection, type SendRefusal } from './connection.ts';
import { type Limits, withDefaults } from './limits.ts';
import { endAndLinger } from './linger.ts';
import { isWellFormed, type ParseError, statusFor } from './request-check.ts';

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
  sendRefusal: SendRefusal,
  changedLimits: Partial<Limits> = {},
  onResponse?: (entry: AccessLogEntry) => void,
): StoppableServer {
  const limits = withDefaults(changedLimits);
  // Node's response to a missing Host has no body, and Node keeps only the first of several. So
  // `isWellFormed` checks Host instead, and gets all of them, with commas between.
  const server = createServer({ ...limits, requireHostHeader: false, joinDuplicateHeaders: true });
  server.timeout = limits.timeout;
  // By default, Node drops all fields after the first 1,000, and a second Host with them.
  server.maxHeadersCount = 0;
  // A client may close its side of the connection before it has all its responses.
  Object.assign(server, { httpAllowHalfOpen: true });
  const connections = new Map<Socket, Connection>();
  const isStopping = () => !server.listening;
  // In the next tick, so that an error that `onResponse` throws does not disturb the connection.
  const report = (entry: AccessLogEntry) => onResponse && process.nextTick(onResponse, entry);

  server.on('connection', (socket) => {
    connections.set(socket, new Connection(socket, sendRefusal, report));
    socket.once('close', () => connections.delete(socket));
    // Node calls this after the last response (`resOnFinish` in lib/_http_server.js), and so does `Connection`.
    socket.destroySoon = () => endAndLinger(socket, limits.lingerTimeout);
  });

  const onRequest: RequestListener = (request, response) => {
    const connection = connections.get(request.socket);
    if (connection === undefined) return;
    if (connection.isEnding || connection.pending.size === limits.maxPipelinedRequests) {
      connection.ignore(request);
      return;
    }
    connection.accept(response);
    // While it stops, the socket still has `stopGrace` as its timeout.
    if (isStopping()) request.socket.setTimeout(limits.timeout);
    if (!isWellFormed(request)) {
      connection.refuse(400);
      return;
    }
    const { expect, upgrade } = request.headers;
    if (expect !== undefined || upgrade !== undefined) {
      // A client that was not told to continue may or may not send its body, and Node's parser loses what
      // follows an upgrade. So the response comes at once, and is the last.
      response.shouldKeepAlive = false;
      handle(request, response);
      return;
    }
    // Not before its end: by then everything that arrived with it has been parsed, so it is known whether this is
    // the latest request.
    request.resume().once('end', () => {
      // It may have been refused while it waited for its body.
      if (response.headersSent) return;
      // While it stops, the response to the latest request is the last.
      if (isStopping() && response === connection.latest) response.shouldKeepAlive = false;
      handle(request, response);
    });
  };
  // Without the last two, Node would answer `Expect` itself: 100 to `100-continue`, 417 to anything else.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, onRequest);

  server.on('connect', (request, socket) => {
    // Node has removed its own listeners for both.
    socket.on('error', () => {}).on('timeout', () => socket.destroy());
    connections.get(request.socket)?.refuse(isWellFormed(request) ? 404 : 400, request);
  });

  server.on('timeout', (socket) => {
    const { bytesRead } = socket;
    // As in `refuseLate`: what has arrived may not have been read yet.
    setImmediate(() => socket.bytesRead === bytesRead && socket.destroy());
  });
  server.on('clientError', (error: ParseError, socket) => {
    // After a reset, there is no client to respond to.
    if (socket.destroyed) return;
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
