import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { closeServer } from './close-server.ts';
import { type Connection, sayClose } from './connection.ts';
import { checkedLimits, type Limits } from './limits.ts';
import { endAndLinger } from './linger.ts';
import { refusalOf, refusalText, refuse } from './refusal.ts';
import { hasBody, isWellFormed } from './request-check.ts';

/** A server that does not listen yet, and the way to stop it. */
export interface StoppableServer {
  readonly server: Server;
  /**
   * Takes no more connections, and closes those there are: clients have `stopTimeout` to read the
   * answers under way, and idle connections get `stopGrace` for a request that is on its way.
   * @returns the clients that were cut off, and from what; empty after a clean stop
   */
  stop(): Promise<string[]>;
}

/**
 * The server around `handle`, which gets the requests that are well-formed and whole. What Node would
 * answer by itself, in a form of its own or not at all, is answered in the contract's.
 * @throws {TypeError} when `handle` is not a function, or a limit has no such name or value
 */
export function createServer(
  handle: RequestListener,
  changedLimits: Partial<Limits> = {},
): StoppableServer {
  if (typeof handle !== 'function') {
    throw new TypeError('createServer: expected a request listener, such as app.callback()');
  }
  const limits = checkedLimits(changedLimits);
  // Node's answer to a missing Host would have no body: `isWellFormed` looks instead.
  const server = createHttpServer({ ...limits, requireHostHeader: false });
  Object.assign(server, {
    timeout: limits.timeout,
    // Node would drop the fields after the thousandth unread, and a second Host with them.
    maxHeadersCount: 0,
    // A client that has sent its requests may close its side before it has all the answers.
    httpAllowHalfOpen: true,
  });
  const connections = new Map<Socket, Connection>();
  /** The responses that `handle` gets only once the body of the request has ended. */
  const awaitingBody = new WeakSet<ServerResponse>();
  let isStopping = false;

  server.on('connection', (socket) => {
    connections.set(socket, { latest: undefined, unanswered: 0 });
    // So Node closes a connection after its last answer.
    socket.destroySoon = () => endAndLinger(socket, limits.lingerTimeout);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('timeout', (socket) => {
    const { bytesRead } = socket;
    // After a pause of the process, timers run before what has arrived in the meantime is read.
    setImmediate(() => socket.bytesRead === bytesRead && socket.destroy());
  });

  function onRequest(request: IncomingMessage, response: ServerResponse, awaitsBody = true): void {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection === undefined) return;
    const { latest } = connection;
    if (connection.unanswered >= limits.maxUnanswered && latest !== undefined) {
      // The client asks again on another connection (RFC 9112, 9.6).
      if (latest.shouldKeepAlive) endAfterLatest(socket, '');
      latest.shouldKeepAlive = false;
      return;
    }
    if (isStopping) {
      sayClose(response, latest);
      socket.setTimeout(limits.timeout);
    }
    connection.latest = response;
    connection.unanswered += 1;
    response.once('close', () => {
      connection.unanswered -= 1;
    });
    // After such a request Node's parser loses what was sent behind it: it has to be the last.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    if (!isWellFormed(request)) {
      refuse(response, 400);
    } else if (awaitsBody && hasBody(request)) {
      awaitingBody.add(response);
      request.resume().once('end', () => handle(request, response));
    } else {
      handle(request, response);
    }
  }
  server.on('request', onRequest);
  // Node would answer an expectation that it does not know with 417.
  server.on('checkExpectation', onRequest);
  // A client that asks before it sends its body gets its answer at once, and keeps the body.
  server.on('checkContinue', (request, response) => onRequest(request, response, false));

  server.on('connect', (request, socket) => {
    // Node has taken its own listeners away.
    socket.on('error', () => {}).on('timeout', () => socket.destroy());
    endAfterLatest(request.socket, refusalText(isWellFormed(request) ? 404 : 400));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    const latest = connections.get(socket)?.latest;
    const status = refusalOf(error.code);
    if (latest?.req.complete === false && awaitingBody.delete(latest)) refuse(latest, status);
    else endAfterLatest(socket, refusalText(status));
  });

  /** Ends a connection after the answers to its requests, with `text` as its last words. */
  function endAfterLatest(socket: Socket, text: string): void {
    const latest = connections.get(socket)?.latest;
    const end = () => endAndLinger(socket, limits.lingerTimeout, text);
    if (latest === undefined || latest.closed) {
      end();
    } else {
      latest.once('close', end);
      // Nothing more is read until then: it would count as activity, and a client that sends but does
      // not read could stay for ever. Not at once: the parser still resumes the socket here.
      setImmediate(() => latest.closed || socket.pause());
    }
  }

  function stop(): Promise<string[]> {
    isStopping = true;
    return closeServer(server, connections, limits);
  }

  return { server, stop };
}
