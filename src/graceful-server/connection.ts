import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection of the server: the responses that are pending on it, and how it ends. */
export class Connection {
  readonly #socket: Socket;
  readonly #endTimeout: number;
  /** The responses that are not complete, in the order of their requests. */
  readonly #pending = new Set<ServerResponse>();
  /** The response to the newest request, pending or complete. */
  #newest: ServerResponse | undefined;
  /** Whether an error has been sent, or waits for the responses before it. */
  #hasError = false;
  #endTimer: NodeJS.Timeout | undefined;

  /**
   * @param endTimeout how long the connection may stay open after its last response or after an
   * error, in milliseconds; 0 for no limit
   */
  constructor(socket: Socket, endTimeout: number) {
    this.#socket = socket;
    this.#endTimeout = endTimeout;
    socket.once('close', () => clearTimeout(this.#endTimer));
    // Node calls `destroySoon` after a last response (`resOnFinish` in lib/_http_server.js). The
    // original would destroy the connection as soon as the response is flushed.
    socket.destroySoon = () => this.end();
  }

  /** Whether the next request is to be handled: no error has been found, and the end has not begun. */
  get takesRequests(): boolean {
    return !this.#hasError && this.#socket.writable;
  }

  /** How many responses are not complete, including those to requests that were not handled. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  /** Whether a pending response can still be sent. */
  get owesResponse(): boolean {
    return this.#socket.writable && this.pendingCount > 0;
  }

  /** Counts the response to a new request as pending until it is complete. */
  add(response: ServerResponse): void {
    this.#newest = response;
    this.#pending.add(response);
    response.once('close', () => this.#pending.delete(response));
  }

  /**
   * Says `Connection: close` on the last pending response, if there is one whose header has not
   * been written; Node then ends the connection after it. An earlier response must not say so,
   * since the later ones would be dropped.
   */
  announceClose(): void {
    if (this.#newest) this.#newest.shouldKeepAlive = false;
  }

  /**
   * Ends the connection with an error response. HTTP/1.1 tells responses apart by their order
   * alone, so the error waits for those to earlier requests. It is the response to the newest
   * request if that has not arrived in full, and to what follows it otherwise. No request gets two
   * responses: if the application has answered that request before the error's turn comes, the
   * connection ends without the error.
   * @param text the whole response
   * @param onSent as for `socket.write`; not called if the error is not sent
   */
  endWithError(text: string, onSent: (error?: Error | null) => void): void {
    if (!this.takesRequests) return;
    this.#hasError = true;
    // The client may never read the responses that the error waits for.
    this.#destroyLater();
    const replaced = this.#newest?.req.complete === false ? this.#newest : undefined;
    const last = Array.from(this.#pending).findLast((response) => response !== replaced);
    this.#afterwards(last, () => {
      if (replaced?.headersSent) {
        this.#afterwards(replaced, () => this.end());
      } else if (this.#socket.writable) {
        this.#socket.write(text, onSent);
        this.end();
      }
    });
  }

  /**
   * Ends the connection after what has been written. What the client still sends is read and
   * ignored until it closes its side: closing a connection with unread data would reset it, and the
   * client might lose the last response (RFC 9112, 9.6).
   */
  end(): void {
    this.#socket.end();
    this.#destroyLater();
  }

  /** Calls back once a response is complete, or at once if it is not pending. */
  #afterwards(response: ServerResponse | undefined, callback: () => void): void {
    if (response && this.#pending.has(response)) response.once('close', callback);
    else callback();
  }

  #destroyLater(): void {
    if (this.#endTimeout === 0) return;
    this.#endTimer ??= setTimeout(() => this.#socket.destroy(), this.#endTimeout);
  }
}
