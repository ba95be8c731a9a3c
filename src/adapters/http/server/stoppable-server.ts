import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { type Answer, answerOf, type Exchange } from './answer.ts';
import { closeServer, type StoppableServer } from './close-server.ts';
import { checkedLimits, type Limits } from './limits.ts';
import { endAndLinger } from './linger.ts';
import { type Refusal, refusalOf, refusalText, refuse } from './refusal.ts';
import { hasBody, isWellFormed } from './request-check.ts';

/**
 * The server around `handle`, which gets the requests that are well-formed and whole. What Node would
 * answer by itself, in a form of its own or not at all, is answered in the contract's.
 * @param onAnswer is told of each answer when it is sent, or the client has left
 * @throws {TypeError} for a limit that has no such name or value
 */
export function createStoppableServer(
  handle: RequestListener,
  changedLimits: Partial<Limits> = {},
  onAnswer: (answer: Answer) => void = () => {},
): StoppableServer {
  const limits = checkedLimits(changedLimits);
  // Node's answer to a missing Host would have no body: `isWellFormed` looks instead.
  const server = createServer({ ...limits, requireHostHeader: false });
  Object.assign(server, {
    timeout: limits.timeout,
    // Node would drop the fields after the thousandth unread, and a second Host with them.
    maxHeadersCount: 0,
    // A client that has sent its requests may close its side before it has all the answers.
    httpAllowHalfOpen: true,
  });
  /** What is unanswered on each connection. Node sends the responses in this order. */
  const connections = new Map<Socket, Exchange[]>();
  /** The responses that `handle` gets only once the body of the request has ended. */
  const awaitingBody = new WeakSet<ServerResponse>();
  let isStopping = false;

  server.on('connection', (socket) => {
    const exchanges: Exchange[] = [];
    connections.set(socket, exchanges);
    // So Node closes a connection after its last answer.
    socket.destroySoon = () => endAndLinger(socket, limits.lingerTimeout);
    socket.once('close', () => {
      connections.delete(socket);
      for (const exchange of exchanges.splice(0)) onAnswer(answerOf(exchange, true));
    });
  });
  server.on('timeout', (socket) => {
    const { bytesRead } = socket;
    // After a pause of the process, timers run before what has arrived in the meantime is read.
    setImmediate(() => socket.bytesRead === bytesRead && socket.destroy());
  });

  function onRequest(request: IncomingMessage, response: ServerResponse, awaitsBody = true): void {
    const { socket } = request;
    const exchanges = connections.get(socket) ?? [];
    const before = exchanges.at(-1)?.response;
    if (before !== undefined && exchanges.length >= limits.maxUnanswered) {
      // The client asks again on another connection (RFC 9112, 9.6).
      if (before.shouldKeepAlive) endAfterLatest(socket);
      before.shouldKeepAlive = false;
      return;
    }
    const exchange = { response, receivedAt: performance.now() };
    exchanges.push(exchange);
    response.once('close', () => {
      // Node emits it after a failed write too.
      if (exchanges.shift() !== undefined) onAnswer(answerOf(exchange, socket.destroyed));
    });
    if (isStopping) {
      // Nothing is read after an answer that says `Connection: close` (RFC 9112, 9.6), so of
      // pipelined requests only the last one may get it.
      if (before?.headersSent === false) before.shouldKeepAlive = true;
      response.shouldKeepAlive = false;
      socket.setTimeout(limits.timeout);
    }
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
    endAfterLatest(request.socket, isWellFormed(request) ? 404 : 400, request);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    // A reset is an error like the parser's, but leaves nobody to answer.
    if (socket.destroyed) return;
    const latest = connections.get(socket)?.at(-1)?.response;
    const status = refusalOf(error.code);
    if (latest?.req.complete === false && awaitingBody.delete(latest)) refuse(latest, status);
    else endAfterLatest(socket, status);
  });

  /** Ends a connection after the answers to its requests, with a refusal where one is given. */
  function endAfterLatest(socket: Socket, status?: Refusal, request?: IncomingMessage): void {
    const latest = connections.get(socket)?.at(-1)?.response;
    const end = () => {
      const isEnded = endAndLinger(socket, limits.lingerTimeout, status && refusalText(status));
      if (isEnded && status !== undefined) {
        onAnswer({ method: request?.method, target: request?.url, status, isCutOff: false });
      }
    };
    if (latest === undefined) {
      end();
    } else {
      latest.once('close', end);
      // Nothing more is read until then: it would count as activity, and a client that sends but does
      // not read could stay for ever. Not at once: the parser still resumes the socket here.
      setImmediate(() => latest.closed || socket.pause());
    }
  }

  return {
    server,
    stop() {
      isStopping = true;
      return closeServer(server, connections, limits);
    },
  };
}
