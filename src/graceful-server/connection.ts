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
  /** How long the connection may be silent, once it is to end soon: see `endSoon`. */
  #grace: number | undefined;
  #endTimer: NodeJS.Timeout | undefined;

  /**
   * @param endTimeout how long the connection may stay open after its last response or after an
   * error, in milliseconds; 0 for no limit
   */
  constructor(socket: Socket, endTimeout: number) {
    this.#socket = socket;
    this.#endTimeout = endTimeout;
    socket.once('close', () => clearTimeout(this.#endTimer));
    socket.on('timeout', () => this.#handleTimeout());
    // Node calls `destroySoon` after a last response (`resOnFinish` in lib/_http_server.js). The
    // original would destroy the connection as soon as the response is flushed.
    socket.destroySoon = () => this.#end();
  }

  /** Whether the next request is to be handled: there was no error and no last response. */
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
    this.#applyGrace();
    response.once('close', () => {
      this.#pending.delete(response);
      this.#applyGrace();
    });
  }

  /**
   * Has the connection end after its next response, or once it has been silent for the grace while
   * no response is pending.
   * @param grace in milliseconds, at least 1: for a socket, a timeout of 0 means that there is none
   */
  endSoon(grace: number): void {
    this.#grace = grace;
    this.#applyGrace();
  }

  /**
   * Ends the connection with an error response. HTTP/1.1 tells responses apart by their order
   * alone, so the error waits for the responses to earlier requests. If one of them is the last of
   * the connection, the error is not sent.
   *
   * If the newest request has not arrived in full, the error is the response to it. No request gets
   * two responses: if the listener has begun to answer it when the error's turn comes, the connection
   * ends after that response, and the error is not sent.
   * @param text the whole response
   * @param onSent as for `socket.write`; not called if the error is not sent
   */
  endWithError(text: string, onSent: (error?: Error | null) => void): void {
    if (!this.takesRequests) return;
    this.#hasError = true;
    this.#applyGrace();
    // The client may never read the responses that the error waits for.
    this.#destroyLater();
    // No request has arrived in full at the time of its `request` event, so one that is rejected
    // then does not wait for itself.
    const unfinished = this.#newest?.req.complete === false ? this.#newest : undefined;
    const last = Array.from(this.#pending).findLast((response) => response !== unfinished);
    this.#afterwards(last, () => {
      if (unfinished?.headersSent) {
        this.#afterwards(unfinished, () => this.#end());
      } else if (this.#socket.writable) {
        this.#socket.write(text, onSent);
        this.#end();
      }
    });
  }

  /**
   * Sets the timeout of the socket to the grace, if there is one: once more after each request and
   * each response, since Node sets it to limits of its own then.
   */
  #applyGrace(): void {
    if (this.#grace === undefined) return;
    this.#socket.setTimeout(this.#grace);
    // Unless its header has been written, the last pending response says `Connection: close`, and
    // Node ends the connection after it. An earlier response must not say so, since the later ones
    // would be dropped.
    if (this.#newest) this.#newest.shouldKeepAlive = false;
  }

  /** Calls back once a response is complete, or at once if it is not pending. */
  #afterwards(response: ServerResponse | undefined, callback: () => void): void {
    if (response && this.#pending.has(response)) response.once('close', callback);
    else callback();
  }

  /**
   * Ends the connection after what has been written. What the client still sends is read and
   * ignored until it closes its side: closing a connection with unread data would reset it, and the
   * client might lose the last response (RFC 9112, 9.6).
   */
  #end(): void {
    this.#socket.end();
    this.#destroyLater();
  }

  #destroyLater(): void {
    if (this.#endTimeout === 0) return;
    this.#endTimer ??= setTimeout(() => this.#socket.destroy(), this.#endTimeout);
  }

  /**
   * Destroys the connection, on which nothing has happened for too long. After a busy spell, Node
   * runs its timers before it reads what has arrived, so the connection gets one more iteration of
   * the event loop, and is spared if a byte arrives in it. A connection that is to end soon is also
   * spared while a response is pending; the grace begins anew after it.
   */
  #handleTimeout(): void {
    const { bytesRead } = this.#socket;
    setImmediate(() => {
      const awaitsResponse = this.#grace !== undefined && this.owesResponse;
      if (this.#socket.bytesRead === bytesRead && !awaitsResponse) this.#socket.destroy();
    });
  }
}
