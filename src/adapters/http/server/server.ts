import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { closeServer } from './close-server.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { endAndLinger } from './linger.ts';
import { type Refusal, refusalOf, refusalText, refuse } from './refusal.ts';
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
 */
export function createServer(
  handle: RequestListener,
  ownLimits: Partial<Limits> = {},
): StoppableServer {
  const limits: Limits = { ...defaultLimits, ...ownLimits };
  const { timeout, lingerTimeout } = limits;
  // Node's answer to a missing Host would have no body: `isWellFormed` looks instead.
  const server = createHttpServer({ ...limits, requireHostHeader: false });
  Object.assign(server, {
    timeout,
    // Node would drop the fields after the thousandth unread, and a second Host with them.
    maxHeadersCount: 0,
    // A client that has sent its requests may close its side before it has all the answers.
    httpAllowHalfOpen: true,
  });
  /** The response to the latest request of each connection. Node writes responses in order. */
  const latestResponses = new Map<Socket, ServerResponse | undefined>();
  /** The responses that `handle` gets only once the body of the request has ended. */
  const awaitingBody = new WeakSet<ServerResponse>();
  let isStopping = false;

  server.on('connection', (socket) => {
    latestResponses.set(socket, undefined);
    // So Node closes a connection after its last answer.
    socket.destroySoon = () => endAndLinger(socket, lingerTimeout);
    socket.once('close', () => latestResponses.delete(socket));
  });

  function onRequest(request: IncomingMessage, response: ServerResponse, awaitsBody = true): void {
    const { socket } = request;
    if (isStopping) {
      sayClose(response, latestResponses.get(socket));
      socket.setTimeout(timeout);
    }
    latestResponses.set(socket, response);
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
    refuseLast(request.socket, isWellFormed(request) ? 404 : 400);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    const response = latestResponses.get(socket);
    const status = refusalOf(error.code);
    if (response?.req.complete === false && awaitingBody.delete(response)) refuse(response, status);
    else refuseLast(socket, status);
  });

  /** Refuses what has no response, after the answers to earlier requests. */
  function refuseLast(socket: Socket, refusal: Refusal): void {
    const response = latestResponses.get(socket);
    const end = () => endAndLinger(socket, lingerTimeout, refusalText(refusal));
    if (response === undefined || response.closed) {
      end();
    } else {
      response.once('close', end);
      // Nothing more is read until then: it would count as activity, and a client that sends but does
      // not read could stay for ever. Not at once: the parser still resumes the socket here.
      setImmediate(() => response.closed || socket.pause());
    }
  }

  return {
    server,
    stop() {
      isStopping = true;
      return closeServer(server, latestResponses, limits);
    },
  };
}

/**
 * Has the response to the latest request say `Connection: close`. Nothing is read after such an
 * answer (RFC 9112, 9.6), so of pipelined requests only the last one may get it.
 */
function sayClose(latest: ServerResponse, before: ServerResponse | undefined): void {
  if (before?.headersSent === false) before.shouldKeepAlive = true;
  latest.shouldKeepAlive = false;
}
