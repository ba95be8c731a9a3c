import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from './limits.ts';

/** The open connections of a server, and how each of them ends. */
export class Connections {
  readonly #server: Server;
  readonly #limits: Limits;
  /** The number of requests on each connection that have no complete response yet. */
  readonly #open = new Map<Socket, { pending: number }>();
  #isStopping = false;

  constructor(server: Server, limits: Limits) {
    this.#server = server;
    this.#limits = limits;
    server.on('connection', (socket) => {
      this.#open.set(socket, { pending: 0 });
      socket.once('close', () => this.#open.delete(socket));
      // Node calls this method after a last response (`resOnFinish` in lib/_http_server.js), and
      // would close the connection at once.
      socket.destroySoon = () => this.linger(socket);
    });
    server.on('timeout', (socket) => {
      const { bytesRead } = socket;
      // After a busy spell, Node runs timers before it reads sockets. So it reads first, and the
      // connection is destroyed only if nothing had arrived.
      setImmediate(() => {
        const mayWait = this.#isStopping && this.#isAwaited(socket);
        if (socket.bytesRead === bytesRead && !mayWait) socket.destroy();
      });
    });
  }

  get sockets(): Iterable<Socket> {
    return this.#open.keys();
  }

  /**
   * Counts a request as pending until its response is complete. During a stop, that response is
   * the last one on its connection. If too many requests are pending, the connection is destroyed.
   * @returns whether it can be answered: not on a connection that has been ended or destroyed
   */
  admit({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#open.get(socket);
    if (!connection || connection.pending === this.#limits.maxPipelinedRequests) {
      socket.destroy();
      return false;
    }
    connection.pending += 1;
    response.once('close', () => {
      connection.pending -= 1;
    });
    if (this.#isStopping) response.setHeader('Connection', 'close');
    return socket.writable;
  }

  /**
   * Ends a connection after its last response. What the client still sends is read and ignored for
   * `lingerTimeout`, since closing a connection with unread data would reset it, and the client
   * might lose the response (RFC 9112, 9.6).
   */
  linger(socket: Socket): void {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), this.#limits.lingerTimeout);
    socket.once('close', () => clearTimeout(timer));
  }

  /**
   * From now on, a connection without a pending request is destroyed once nothing has happened on
   * it for `stopGrace`. A connection with a pending request may wait for its response.
   */
  stop(): void {
    const { stopGrace } = this.#limits;
    this.#isStopping = true;
    // Node takes a connection's next timeouts from these properties: the first at a next request
    // (`resetSocketTimeout`), the second after a response (`resOnFinish`), with a second added.
    this.#server.timeout = stopGrace;
    this.#server.keepAliveTimeout = stopGrace;
    for (const socket of this.sockets) socket.setTimeout(stopGrace);
  }

  /** Destroys all connections. @returns how many of them had a pending request */
  destroyAll(): number {
    const awaited = [...this.sockets].filter((socket) => this.#isAwaited(socket));
    for (const socket of this.sockets) socket.destroy();
    return awaited.length;
  }

  /** Whether a response will follow. On a connection that has been ended, none does. */
  #isAwaited(socket: Socket): boolean {
    return socket.writable && (this.#open.get(socket)?.pending ?? 0) > 0;
  }
}
