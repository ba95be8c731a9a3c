import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection of the server: the responses that are pending on it, and how it ends. */
export class Connection {
  readonly socket: Socket;
  readonly #endTimeout: number;
  /** The responses that are not complete, in the order of their requests. */
  readonly #pending = new Set<ServerResponse>();
  /** Whether an error has been written, or waits for the responses before it. */
  #hasError = false;
  #endTimer: NodeJS.Timeout | undefined;

  /**
   * @param endTimeout how long the connection may stay open after its last response or after an
   * error, in milliseconds; 0 for no limit
   */
  constructor(socket: Socket, endTimeout: number) {
    this.socket = socket;
    this.#endTimeout = endTimeout;
    socket.once('close', () => clearTimeout(this.#endTimer));
    // Node calls `destroySoon` after a last response (`resOnFinish` in lib/_http_server.js). The
    // original would destroy the connection as soon as the response is flushed.
    socket.destroySoon = () => this.end();
  }

  /** Whether no further request is to be handled. */
  get isEnding(): boolean {
    return this.#hasError || !this.socket.writable;
  }

  /** How many responses are not complete, including those to requests that were not handled. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  /** Whether a pending response can still be sent. */
  get owesResponse(): boolean {
    return this.socket.writable && this.pendingCount > 0;
  }

  /** Counts a response as pending until it is complete. */
  add(response: ServerResponse): void {
    this.#pending.add(response);
    response.once('close', () => this.#pending.delete(response));
  }

  /**
   * Says `Connection: close` on the last pending response, unless its header has been written; Node
   * then ends the connection after it. An earlier response must not say so, since the later ones
   * would be dropped.
   */
  announceClose(): void {
    const last = Array.from(this.#pending).at(-1);
    if (last) last.shouldKeepAlive = false;
  }

  /**
   * Sends an error response, and ends the connection. HTTP/1.1 tells responses apart by their order
   * alone, so this one waits for the pending responses to all requests that have arrived in full.
   * If the newest request has not, the error is about that one, and comes behind its response if it
   * has been answered already. If a response before it ends the connection, the error is not sent.
   * @param text the whole response
   * @param onSent as for `socket.write`; not called if the error is not sent
   */
  endWithError(text: string, onSent: (error?: Error | null) => void): void {
    if (this.isEnding) return;
    this.#hasError = true;
    // The client may never read the responses that the error waits for.
    this.#destroyLater();
    const send = () => {
      if (!this.socket.writable) return;
      this.socket.write(text, onSent);
      this.end();
    };
    // In its `request` event, a request is not complete yet, so one that is rejected there does not
    // wait for itself.
    const lastBefore = Array.from(this.#pending).findLast(({ req }) => req.complete);
    if (lastBefore) lastBefore.once('close', send);
    else send();
  }

  /**
   * Ends the connection after what has been written. What the client still sends is read and
   * ignored until it closes its side: closing a connection with unread data would reset it, and the
   * client might lose the last response (RFC 9112, 9.6).
   */
  end(): void {
    this.socket.end();
    this.#destroyLater();
  }

  #destroyLater(): void {
    if (this.#endTimeout === 0) return;
    this.#endTimer ??= setTimeout(() => this.socket.destroy(), this.#endTimeout);
  }
}
