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
 * A server that passes well-formed, complete requests to `handle`. It answers all others itself, in the
 * format of the contract, where Node would use its own format or just close the connection.
 * @param onAnswer called for each response when it has been sent, or the client has disconnected
 * @throws {TypeError} for a limit with an unknown name or an invalid value
 */
export function createStoppableServer(
  handle: RequestListener,
  changedLimits: Partial<Limits> = {},
  onAnswer?: (answer: Answer) => void,
): StoppableServer {
  const limits = checkedLimits(changedLimits);
  // Node's response to a missing Host has no body, so `isWellFormed` checks instead.
  const server = createServer({ ...limits, requireHostHeader: false });
  server.timeout = limits.timeout;
  // By default, Node drops all fields after the first 1,000, and a second Host with them.
  server.maxHeadersCount = 0;
  // A client may close its side of the connection before it has all its responses.
  Object.assign(server, { httpAllowHalfOpen: true });
  /** The unanswered requests of each connection. Node sends the responses in this order. */
  const connections = new Map<Socket, Exchange[]>();
  /** The responses that `handle` gets when the body of the request has ended. */
  const awaitingBody = new WeakSet<ServerResponse>();
  let isStopping = false;

  server.on('connection', (socket) => {
    const exchanges: Exchange[] = [];
    connections.set(socket, exchanges);
    // Node calls this after the last response on a connection.
    socket.destroySoon = () => endAndLinger(socket, limits.lingerTimeout);
    socket.once('close', () => {
      connections.delete(socket);
      for (const exchange of exchanges.splice(0)) onAnswer?.(answerOf(exchange, true));
    });
  });
  server.on('timeout', (socket) => {
    const { bytesRead } = socket;
    // If the process was suspended, timers fire before the data that has arrived is read.
    setImmediate(() => socket.bytesRead === bytesRead && socket.destroy());
  });

  function onRequest(request: IncomingMessage, response: ServerResponse, awaitsBody = true): void {
    const { socket } = request;
    // What follows the last response is parsed, but gets no response (RFC 9112, 9.6).
    if (!socket.writable) return;
    const exchanges = connections.get(socket) ?? [];
    const before = exchanges.at(-1)?.response;
    if (before !== undefined && exchanges.length >= limits.maxUnanswered) {
      // The client can repeat it on another connection (RFC 9112, 9.6).
      if (before.shouldKeepAlive) endAfterLatest(socket);
      before.shouldKeepAlive = false;
      return;
    }
    const exchange = { response, receivedAt: performance.now() };
    exchanges.push(exchange);
    response.once('close', () => {
      // Node emits 'close' after a failed write too.
      if (exchanges.shift() !== undefined) onAnswer?.(answerOf(exchange, socket.destroyed));
    });
    if (isStopping) {
      // Clients read nothing after a response with `Connection: close` (RFC 9112, 9.6), so only the last
      // of several pipelined requests may get it.
      if (before?.headersSent === false) before.shouldKeepAlive = true;
      response.shouldKeepAlive = false;
      socket.setTimeout(limits.timeout);
    }
    // Node's parser loses the data after such a request, so it must be the last one.
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
  // By default, Node answers an unknown expectation with 417.
  server.on('checkExpectation', onRequest);
  // A client that asks before it sends its body gets the response at once, without 100 Continue.
  server.on('checkContinue', (request, response) => onRequest(request, response, false));

  server.on('connect', (request, socket) => {
    // Node has removed its own listeners.
    socket.on('error', () => {}).on('timeout', () => socket.destroy());
    endAfterLatest(request.socket, isWellFormed(request) ? 404 : 400, request);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    // After a reset, there is no client to respond to.
    if (socket.destroyed) return;
    const latest = connections.get(socket)?.at(-1)?.response;
    const status = refusalOf(error.code);
    if (latest?.req.complete === false && awaitingBody.delete(latest)) refuse(latest, status);
    else endAfterLatest(socket, status);
  });

  /** Ends a connection after the responses to its requests, and with a refusal if there is a status. */
  function endAfterLatest(socket: Socket, status?: Refusal, request?: IncomingMessage): void {
    const latest = connections.get(socket)?.at(-1)?.response;
    const end = () => {
      const isEnded = endAndLinger(socket, limits.lingerTimeout, status && refusalText(status));
      if (isEnded && status !== undefined) {
        onAnswer?.({ method: request?.method, target: request?.url, status, isCutOff: false });
      }
    };
    if (latest === undefined) {
      end();
    } else {
      latest.once('close', end);
      // Stop reading until then: incoming data would count as activity, and a client that sends but does
      // not read could stay connected forever. Not at once, because the parser still resumes the socket.
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
