import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AccessLogEntry } from './access-log-entry.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { type Limits, withDefaults } from './limits.ts';
import { isWellFormed, type ParseError, statusFor } from './request-check.ts';

/** Read by `socketOnEnd` in lib/_http_server.js. */
type HalfOpenServer = Server & { httpAllowHalfOpen?: boolean };

/** A server that does not listen yet, and the way to stop it. */
export interface StoppableServer {
  readonly server: Server;
  /**
   * Shuts down gracefully: accepts the clients that have connected, then refuses new ones, and answers the requests on
   * the open connections. Those with nothing to answer get `stopGrace` for a request on its way; everything ends
   * within `stopTimeout`.
   *
   * It is final: `server.listen` throws from then on. It may be called more than once, and before the server
   * listens. Do not use `server.close()`: it cuts off responses that are under way.
   * @returns never rejects; a line for each client that was cut off before it had its response, such as
   * `::ffff:192.0.2.7 port 50123, GET /api/products`
   */
  stop(): Promise<string[]>;
}

/**
 * A server that passes well-formed requests to `handle`, as soon as their head has arrived. It answers all others
 * itself, with `sendRefusal`; Node would use a format of its own, or just disconnect.
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
  let accepted = 0;
  let stopped: Promise<string[]> | undefined;
  const options: ConnectionOptions = {
    limits,
    handle,
    sendRefusal,
    // In the next tick, so that an error that `onResponse` throws does not disturb the connection.
    onResponse: (entry) => onResponse && process.nextTick(onResponse, entry),
  };

  server.on('connection', (socket) => {
    accepted += 1;
    const connection = new Connection(socket, options);
    connections.set(socket, connection);
    connection.closed.then(() => connections.delete(socket));
  });
  // Without the last two, Node would answer `Expect` itself: 100 to `100-continue`, 417 to anything else.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      connections.get(request.socket)?.receive(request, response);
    });
  }
  server.on('connect', (request) => {
    const { socket, method, url: target } = request;
    const connection = connections.get(socket);
    // For CONNECT, Node removes its own listeners (`onParserExecuteCommon` in lib/_http_server.js).
    socket.on('error', () => {}).on('timeout', () => connection?.disconnectIdle());
    connection?.refuse({ status: isWellFormed(request) ? 404 : 400, method, target });
  });
  server.on('timeout', (socket) => connections.get(socket)?.disconnectIdle());
  server.on('clientError', (error: ParseError, socket) => {
    const connection = connections.get(socket as Socket);
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') connection?.refuseLate();
    else connection?.refuse({ status: statusFor(error) });
  });

  async function close(): Promise<string[]> {
    const { stopGrace, stopTimeout } = limits;
    const startedAt = performance.now();
    const elapsed = () => performance.now() - startedAt;
    if (server.listening) {
      // Those who wait in the kernel's queue have connected, as far as they know. Once a whole turn of the event loop
      // has accepted nobody, the queue is empty; the turn that goes on here is only a part of one. Nobody is told to
      // connect anew before that.
      await nextTurn();
      let before: number;
      do {
        before = accepted;
        await nextTurn();
      } while (accepted > before && elapsed() < Math.min(stopGrace, stopTimeout));
    }
    for (const connection of connections.values()) connection.stop();
    // close() would destroy the connections that it considers idle (`httpServerPreClose` in
    // lib/_http_server.js), even if the next request has arrived but has not been read, or a response is
    // not flushed yet.
    server.closeIdleConnections = () => {};
    server.close();
    const cutOff: string[] = [];
    const cutOffRest = () => {
      for (const connection of connections.values()) cutOff.push(...connection.cutOff());
    };
    const deadline = setTimeout(cutOffRest, stopTimeout - elapsed());
    // The loop skips those that close meanwhile, as they leave the map.
    for (const { closed } of connections.values()) await closed;
    clearTimeout(deadline);
    return cutOff;
  }

  function stop(): Promise<string[]> {
    if (stopped === undefined) {
      stopped = close();
      server.listen = () => {
        throw new Error('the server has been stopped, which is final');
      };
    }
    return stopped;
  }
  return { server, stop };
}
