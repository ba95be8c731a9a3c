import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { Connection } from './connection.ts';
import { createLimitedServer } from './limited-server.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { endAndLinger } from './linger.ts';
import { BAD_REQUEST, NO_TUNNEL, refusalOf } from './refusal.ts';
import { framingOf } from './request-check.ts';

/** A server that does not listen yet, and the way to stop it. */
export interface StoppableServer {
  readonly server: Server;
  /**
   * Takes no more connections, and closes those there are: answers under way are sent to their
   * end until `stopDeadline`, idle connections get `stopGrace` for a request on its way.
   * @returns whom the deadline cut off, and from what; empty after a clean stop
   */
  stop(): Promise<string[]>;
}

/**
 * The server around `handle`, which gets those requests that are well-formed and whole. What Node
 * would answer by itself, in a form of its own or not at all, is answered in the contract's.
 */
export function createServer(
  handle: RequestListener,
  limits: Partial<Limits> = {},
): StoppableServer {
  const all: Limits = { ...defaultLimits, ...limits };
  const server = createLimitedServer(all);
  const connections = new Map<Socket, Connection>();
  server.on('connection', (socket) => {
    connections.set(socket, new Connection(socket, all.lingerTime));
    // So Node closes a connection after its last answer, which a peer that has sent more than it
    // was to might lose, were it reset for that.
    socket.destroySoon = () => endAndLinger(socket, '', all.lingerTime);
    socket.once('close', () => connections.delete(socket));
  });
  // Not `server.timeout`, which would start a timer for each request, and one more for the pause
  // after it, where hardly any answer takes longer than an instant.
  const watch = setInterval(() => {
    for (const connection of connections.values()) connection.watch(all.stallTime);
  }, all.checkInterval).unref();
  server.once('close', () => clearInterval(watch));

  function onRequest(request: IncomingMessage, response: ServerResponse, awaitsBody = true): void {
    const connection = connections.get(request.socket);
    if (connection === undefined || connection.isRefused) return;
    // After such a request Node's parser loses what was sent behind it: it has to be the last.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    const framing = framingOf(request);
    if (framing === 'faulty') {
      connection.refuse(BAD_REQUEST, request.method);
    } else if (framing === 'body' && awaitsBody) {
      connection.hold(response);
      request.once('end', () => handle(request, response)).resume();
    } else {
      connection.begin(response);
      handle(request, response);
    }
  }
  server.on('request', onRequest);
  // Node would answer an expectation that it does not know with 417.
  server.on('checkExpectation', onRequest);
  // A client that waits for leave to send its body gets its answer instead, without the body.
  server.on('checkContinue', (request, response) => onRequest(request, response, false));
  server.on('connect', (request, socket) => {
    // Node has taken its own listeners away: a client that is gone needs no further thought, and
    // one that does not read the answers before this one has to go.
    socket.on('error', () => {}).on('timeout', () => socket.destroy());
    const refusal = framingOf(request) === 'faulty' ? BAD_REQUEST : NO_TUNNEL;
    connections.get(request.socket)?.refuse(refusal, request.method);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    connections.get(socket as Socket)?.refuse(refusalOf(error.code));
  });

  async function stop(): Promise<string[]> {
    // Not http.Server's own close(): it destroys what it takes for idle, and with it requests that
    // have arrived but not been read, and answers that have been given but not sent.
    NetServer.prototype.close.call(server);
    for (const connection of connections.values()) connection.retire(all.stopGrace);
    const deadline = AbortSignal.timeout(all.stopDeadline);
    try {
      await once(server, 'close', { signal: deadline });
      return [];
    } catch (error) {
      if (!deadline.aborted) throw error;
      return Array.from(connections.values(), (connection) => connection.cut());
    }
  }

  return { server, stop };
}
