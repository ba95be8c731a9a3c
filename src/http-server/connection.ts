import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { entryFor } from './access-log-entry.ts';
import { Closing, type ConnectionOptions } from './closing.ts';
import { isWellFormed, type RefusalStatus } from './request-check.ts';

/**
 * A connection, and its pending responses, which Node sends in the order of the requests. Its states:
 *
 * 1. Open: it accepts requests.
 * 2. Closing: it ignores further requests, and sends the pending responses, and then the refusal, if there is one.
 * 3. Lingering: it has sent everything and ended its side, and waits for the client to end its own.
 */
export class Connection {
  readonly socket: Socket;
  /** The responses that have not been sent, in order, each with its `receivedAt`: see `entryFor`. */
  readonly pending = new Map<ServerResponse, number>();
  readonly #handle: RequestListener;
  readonly #options: ConnectionOptions;
  readonly #closing: Closing;
  /** The response to the latest accepted request, pending or not. */
  #latest: ServerResponse | undefined;
  #isStopping = false;

  constructor(socket: Socket, handle: RequestListener, options: ConnectionOptions) {
    this.socket = socket;
    this.#handle = handle;
    this.#options = options;
    this.#closing = new Closing(socket, options);
    // Node calls this after a last response (`resOnFinish` in lib/_http_server.js).
    socket.destroySoon = () => this.#closing.end();
    socket.once('close', () => {
      for (const response of this.pending.keys()) this.#settle(response);
    });
  }

  /** Accepts a request. Ignores it after the last response, or if `maxPipelinedRequests` are pending. */
  receive(request: IncomingMessage, response: ServerResponse): void {
    const latest = this.#latest;
    const isFull = this.pending.size === this.#options.limits.maxPipelinedRequests;
    if (latest !== undefined && (isFull || !latest.shouldKeepAlive)) {
      latest.shouldKeepAlive = false;
      // Unread, its body would stop the reading of all that follows (`parserOnBody` in lib/_http_common.js).
      request.resume();
      this.#closing.begin();
      return;
    }
    this.#latest = response;
    this.pending.set(response, performance.now());
    // Unlike `finish`, `close` also comes after a failed write.
    response.once('close', () => this.#settle(response));
    this.#setStopTimeout();
    const { expect, upgrade } = request.headers;
    if (!isWellFormed(request)) this.refuse(400);
    else if (expect !== undefined || upgrade !== undefined) {
      // A client that was not told to continue may or may not send its body, and Node's parser loses what
      // follows an upgrade. So the response comes at once, and is the last.
      response.shouldKeepAlive = false;
      this.#handle(request, response);
    } else request.resume().once('end', () => this.#handleComplete(request, response));
  }

  /**
   * Refuses what the client is sending, and closes. If the latest request is still arriving, the refusal is its
   * response; otherwise it follows the latest response.
   */
  refuse(status: RefusalStatus): void {
    if (this.#closing.hasBegun || this.socket.destroyed) return;
    const latest = this.#latest;
    // Node sets `complete` only after the `request` event.
    const isArriving = latest?.req.complete === false && !latest.headersSent;
    // Nothing follows a response without keep-alive (RFC 9112, 9.6).
    const follows = !isArriving && latest?.shouldKeepAlive !== false;
    if (isArriving) this.#options.sendRefusal(latest, status);
    this.#closing.begin(follows ? status : undefined);
    if (this.pending.size === 0) this.#closing.end();
  }

  /** Refuses what has not arrived in time, unless it waits in the kernel: see `timeout` in stoppable-server.ts. */
  refuseLate(): void {
    const latest = this.#latest;
    const isComplete = latest?.req.complete;
    setImmediate(() => {
      if (latest === this.#latest && latest?.req.complete === isComplete) this.refuse(408);
    });
  }

  /** From now on, the response to the latest request is the last, and an idle connection closes after `stopGrace`. */
  stop(): void {
    this.#isStopping = true;
    this.#setStopTimeout();
  }

  #setStopTimeout(): void {
    if (!this.#isStopping) return;
    const { stopGrace, timeout } = this.#options.limits;
    this.socket.setTimeout(this.pending.size === 0 ? stopGrace : timeout);
  }

  /** Handles a request that has arrived. All that was read with it has been parsed, so a later one is known by now. */
  #handleComplete(request: IncomingMessage, response: ServerResponse): void {
    // It may have been refused while it waited for its body.
    if (response.headersSent) return;
    const isLast = response === this.#latest && !this.#closing.hasBegun;
    if (this.#isStopping && isLast) response.shouldKeepAlive = false;
    this.#handle(request, response);
  }

  /** Removes a response that has been sent or cut off. */
  #settle(response: ServerResponse): void {
    const receivedAt = this.pending.get(response);
    if (receivedAt === undefined) return;
    this.pending.delete(response);
    this.#options.onResponse(entryFor(response, receivedAt));
    this.#setStopTimeout();
    if (this.#closing.hasBegun && this.pending.size === 0) this.#closing.end();
  }
}
