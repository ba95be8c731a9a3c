import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection of the server: the responses that are pending on it, and how it ends. */
export class Connection {
  readonly socket: Socket;
  /** How long it may stay open once it is to end, in milliseconds; 0 for no limit. */
  readonly #endTimeout: number;
  /** The responses that are not complete, in the order of their requests. */
  readonly #pending = new Set<ServerResponse>();
  #endTimer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, endTimeout: number) {
    this.socket = socket;
    this.#endTimeout = endTimeout;
    socket.once('close', () => clearTimeout(this.#endTimer));
    // Node calls this method after a last response (`resOnFinish` in lib/_http_server.js). Its own
    // one would close the connection at once.
    socket.destroySoon = () => this.end();
  }

  get pendingCount(): number {
    return this.#pending.size;
  }

  /** Whether a response will follow. After the end of a connection, none does. */
  get isAwaited(): boolean {
    return this.socket.writable && this.pendingCount > 0;
  }

  /** Counts a response as pending until it is complete. */
  add(response: ServerResponse): void {
    this.#pending.add(response);
    response.once('close', () => this.#pending.delete(response));
  }

  /**
   * Makes the last response that a complete request waits for the last one of the connection: it
   * says `Connection: close`, and then Node ends the connection. If its header has been sent
   * already, nothing changes. An earlier response must not say so, since the later ones would be
   * dropped.
   * @returns whether there is such a response
   */
  closeAfterPending(): boolean {
    const last = Array.from(this.#pending).findLast(({ req }) => req.complete);
    if (last && !last.headersSent) last.setHeader('Connection', 'close');
    return last !== undefined;
  }

  /**
   * Ends the connection: nothing more is sent. What the client still sends is read and ignored
   * until it ends its side, too, since closing a connection with unread data would reset it, and
   * the client might lose the last response (RFC 9112, 9.6).
   */
  end(): void {
    this.socket.end();
    this.destroyLater();
  }

  /** Destroys the connection if it is still open when its time is over. */
  destroyLater(): void {
    if (this.#endTimeout === 0) return;
    this.#endTimer ??= setTimeout(() => this.socket.destroy(), this.#endTimeout);
  }
}
