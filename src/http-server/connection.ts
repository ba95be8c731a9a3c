import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { AccessLogEntry } from './access-log-entry.ts';
import { takeNoMore } from './linger.ts';
import type { RefusalStatus } from './request-check.ts';

/** Sends a response with this status, header and body, to the request of `response`. */
export type SendRefusal = (response: ServerResponse, status: RefusalStatus) => void;

/** An open connection, and what it owes its client. Node sends the responses in the order of the requests. */
export class Connection {
  readonly socket: Socket;
  /** The responses that it owes, in order, with the time at which the fields of each request had arrived. */
  readonly pending = new Map<ServerResponse, number>();
  /** The response to the latest request, sent or not; or the refusal that follows it, if there is one. */
  latest: ServerResponse | undefined;
  readonly #sendRefusal: SendRefusal;
  readonly #onResponse: (entry: AccessLogEntry) => void;

  /** @param onResponse called for each response that has been sent or cut off, and each refusal */
  constructor(
    socket: Socket,
    sendRefusal: SendRefusal,
    onResponse: (entry: AccessLogEntry) => void,
  ) {
    this.socket = socket;
    this.#sendRefusal = sendRefusal;
    this.#onResponse = onResponse;
    socket.once('close', () => {
      for (const response of this.pending.keys()) this.#report(response);
    });
  }

  /** Whether it accepts no more requests: nothing follows a response without keep-alive (RFC 9112, 9.6). */
  get isEnding(): boolean {
    return this.latest?.shouldKeepAlive === false || !this.socket.writable;
  }

  /** Takes on a request, whose response is the latest from now on. */
  accept(response: ServerResponse): void {
    this.pending.set(response, performance.now());
    this.latest = response;
    // Unlike `finish`, `close` also comes after a failed write.
    response.once('close', () => this.#report(response));
  }

  /** Ignores a request, and ends after the latest response. The client can repeat it on another connection. */
  ignore(request: IncomingMessage): void {
    // Unread, its body would stop the reading of all that follows (`parserOnBody` in lib/_http_common.js).
    request.resume();
    takeNoMore(this.socket);
    if (this.isEnding) return;
    if (this.latest !== undefined) this.latest.shouldKeepAlive = false;
    // If the head of that response has been sent already, Node does not end the connection by itself.
    whenClosed(this.latest, () => this.socket.destroySoon());
  }

  /**
   * Refuses what the client is sending, and ends. If the latest request has not fully arrived (during its `request`
   * event, none has), the refusal answers it; otherwise the refusal follows the latest response.
   * @param request for CONNECT only: Node has parsed it, but made no response for it
   */
  refuse(status: RefusalStatus, request?: IncomingMessage): void {
    takeNoMore(this.socket);
    const { latest } = this;
    if (latest !== undefined && this.#canBeRefused(latest)) this.#sendRefusal(latest, status);
    else this.#refuseNext(status, request);
  }

  /**
   * Refuses what has not arrived in time. Looks once more first: after the process was suspended, timers fire before
   * data that waits in the kernel is read.
   */
  refuseLate(): void {
    const { latest } = this;
    const isComplete = latest?.req.complete;
    setImmediate(() => {
      if (latest === this.latest && latest?.req.complete === isComplete) this.refuse(408);
    });
  }

  /** Whether the request of this response is still arriving, and none of the response has been sent. */
  #canBeRefused(response: ServerResponse): boolean {
    return this.pending.has(response) && !response.req.complete && !response.headersSent;
  }

  /** Sends a refusal after the latest response, and ends. */
  #refuseNext(status: RefusalStatus, request?: IncomingMessage): void {
    const { latest } = this;
    const refusal = new ServerResponse(request ?? new IncomingMessage(this.socket));
    // The connection is ending from now on.
    refusal.shouldKeepAlive = false;
    this.latest = refusal;
    whenClosed(latest, () => {
      if (!this.socket.writable) return;
      refusal.assignSocket(this.socket);
      this.#sendRefusal(refusal, status);
      this.socket.destroySoon();
      this.#onResponse({ method: request?.method, target: request?.url, status, isCutOff: false });
    });
  }

  /** Reports a response once, whether it or the connection ends first. */
  #report(response: ServerResponse): void {
    const receivedAt = this.pending.get(response);
    if (receivedAt === undefined) return;
    this.pending.delete(response);
    this.#onResponse({
      method: response.req.method,
      target: response.req.url,
      status: response.headersSent ? response.statusCode : undefined,
      milliseconds: performance.now() - receivedAt,
      isCutOff: this.socket.destroyed,
    });
  }
}

/** Calls `next` once a response has been sent or cut off; at once if there is none. */
function whenClosed(response: ServerResponse | undefined, next: () => void): void {
  if (response === undefined || response.closed) next();
  else response.once('close', next);
}
