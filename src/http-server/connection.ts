import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection of the server: the responses that are pending on it, and how it ends. */
export class Connection {
  readonly socket: Socket;
  /**
   * How many milliseconds the connection may stay open after its end, or from an error on, pending
   * responses included; 0 for no limit.
   */
  readonly #lingerTimeout: number;
  /** The responses that are not complete, in the order of their requests. */
  readonly #pending = new Set<ServerResponse>();
  /** The response after which the connection ends because of an error. */
  #last: ServerResponse | undefined;
  #lingerTimer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, lingerTimeout: number) {
    this.socket = socket;
    this.#lingerTimeout = lingerTimeout;
    socket.once('close', () => clearTimeout(this.#lingerTimer));
    // Node calls this method after a last response (`resOnFinish` in lib/_http_server.js). The
    // original would destroy the connection as soon as the response is flushed.
    socket.destroySoon = () => this.end();
  }

  /** How many responses are not complete, those included that will never be sent. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  /** Whether a response will follow. After the end of a connection, none does. */
  get owesResponse(): boolean {
    return this.socket.writable && this.pendingCount > 0;
  }

  /** Counts a response as pending until it is complete. */
  add(response: ServerResponse): void {
    this.#pending.add(response);
    response.once('close', () => {
      this.#pending.delete(response);
      if (response === this.#last && this.socket.writable) this.end();
    });
  }

  /**
   * Says `Connection: close` on the response to the last request that has arrived in full, if it is
   * pending; Node then ends the connection after it. If its header has been sent already, nothing
   * changes. An earlier response must not say so, since the later ones would be dropped.
   * @returns that response, if there is one
   */
  announceClose(): ServerResponse | undefined {
    const last = Array.from(this.#pending).findLast(({ req }) => req.complete);
    if (last && !last.headersSent) last.setHeader('Connection', 'close');
    return last;
  }

  /**
   * Ends the connection after the pending response to the last request that has arrived in full. In
   * its `request` event, a request has not, so one that has just been found malformed does not
   * count. The time of the connection is limited from now on, since the client may not read.
   * @returns whether there is such a response
   */
  endAfterPending(): boolean {
    this.#last ??= this.announceClose();
    if (this.#last) this.#destroyLater();
    return this.#last !== undefined;
  }

  /**
   * Ends the connection: nothing more is sent. What the client still sends is read and ignored
   * until it ends its side, too, since closing a connection with unread data would reset it, and
   * the client might lose the last response (RFC 9112, 9.6).
   */
  end(): void {
    this.socket.end();
    this.#destroyLater();
  }

  #destroyLater(): void {
    if (this.#lingerTimeout === 0) return;
    this.#lingerTimer ??= setTimeout(() => this.socket.destroy(), this.#lingerTimeout);
  }
}
