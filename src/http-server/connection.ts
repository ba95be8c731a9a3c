import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type AccessLogEntry, entryFor, shortTarget } from './access-log-entry.ts';
import { ignoreRequests } from './ignore-requests.ts';
import { type Limits, MAX_TIME } from './limits.ts';
import { isWellFormed, type RefusalStatus, willClose } from './request-check.ts';

export interface ConnectionOptions {
  /** Answers a well-formed request. Its body may not have arrived, and never will be read. */
  readonly handle: RequestListener;
  /** Sends a complete response with this status and `Connection: close`. */
  readonly sendRefusal: (response: ServerResponse, status: RefusalStatus) => void;
  /** Called for each response that has been sent or cut off, and each refusal that has been sent. */
  readonly onResponse: (entry: AccessLogEntry) => void;
  readonly limits: Limits;
}

/** What is refused, with method and target if Node could parse them. */
export type Refusal = Pick<AccessLogEntry, 'method' | 'target'> & {
  readonly status: RefusalStatus;
};

/**
 * A connection, and its pending responses, which Node sends in the order of the requests. Its methods stand in the
 * order in which a connection meets them. Its states, and what limits their time:
 *
 * - `open`: it accepts requests. Node's `headersTimeout` limits each head, `timeout` a client that does not read, and
 *   `keepAliveTimeout` an idle connection, together with the deadline in `#settle`.
 * - `closing`: the latest request is the last. It sends the pending responses, then the refusal, if there is one, and
 *   ends its side. It reads nothing, so only progress in sending restarts `timeout`.
 * - `lingering`: it has sent everything, and discards what arrives, since closing with unread data would reset the
 *   connection, and the client might lose responses (RFC 9112, 9.6). It lasts until the client ends its side, until
 *   nothing has come for `lingerTimeout`, and for `requestTimeout` at most.
 */
export class Connection {
  /** Resolves when the socket has closed, and all its responses have been reported. */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  #state: 'open' | 'closing' | 'lingering' = 'open';
  /** The responses that have not been sent, in order, each with its `receivedAt`: see `entryFor`. */
  readonly #pending = new Map<ServerResponse, number>();
  /** The response to the latest request, pending or not. */
  #latest: ServerResponse | undefined;
  /** What follows the latest response. */
  #refusal: Refusal | undefined;
  #isStopping = false;
  #deadline: NodeJS.Timeout | undefined;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    // Node calls this after a last response (`resOnFinish` in lib/_http_server.js).
    socket.destroySoon = () => this.#end();
    // Node resumes it after each message (`parserOnMessageComplete` in lib/_http_common.js), and when it has room for
    // more responses (`socketOnDrain` in lib/_http_server.js).
    socket.on('resume', () => this.#state === 'closing' && socket.pause());
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        for (const response of this.#pending.keys()) this.#settle(response);
        clearTimeout(this.#deadline);
        resolve();
      });
    });
  }

  /** Accepts a request whose head has arrived, unless the one before was the last or too many are pending. */
  receive(request: IncomingMessage, response: ServerResponse): void {
    const latest = this.#latest;
    const isFull = this.#pending.size === this.#options.limits.maxPipelinedRequests;
    if (latest && (isFull || !latest.shouldKeepAlive)) {
      // Tells the client, unless the head of that response has been made.
      latest.shouldKeepAlive = false;
      this.#acceptNoMore();
      return;
    }
    this.#latest = response;
    this.#pending.set(response, performance.now());
    // Unlike `finish`, `close` also comes after a failed write.
    response.once('close', () => this.#settle(response));
    clearTimeout(this.#deadline);
    if (!isWellFormed(request)) {
      this.refuse({ status: 400 });
      return;
    }
    if (willClose(request)) response.shouldKeepAlive = false;
    // By then, Node has parsed all that it has read, so it is known whether another request follows.
    setImmediate(() => this.#handle(request, response));
  }

  /** Answers a request. It is the last if its body has not arrived, as nothing waits for that, or during a shutdown. */
  #handle(request: IncomingMessage, response: ServerResponse): void {
    // It has been refused meanwhile.
    if (response.headersSent) return;
    // If a refusal follows, that is the last response.
    const isLast = this.#isStopping && response === this.#latest && !this.#refusal;
    if (isLast || !request.complete) response.shouldKeepAlive = false;
    if (!response.shouldKeepAlive) this.#acceptNoMore();
    this.#options.handle(request, response);
  }

  /** Removes a response that has been sent or cut off. */
  #settle(response: ServerResponse): void {
    const receivedAt = this.#pending.get(response);
    if (receivedAt === undefined) return;
    this.#pending.delete(response);
    this.#options.onResponse(entryFor(response, receivedAt));
    if (this.#pending.size > 0) return;
    const { keepAliveTimeout, headersTimeout, stopGrace } = this.#options.limits;
    if (this.#state !== 'open') this.#end();
    else if (this.#isStopping) this.#socket.setTimeout(stopGrace);
    // Blank lines restart Node's `keepAliveTimeout`, but not this. A head that begins at the last moment may yet arrive.
    else this.#setDeadline(keepAliveTimeout + headersTimeout, () => this.refuseLate());
  }

  #acceptNoMore(): void {
    const socket = this.#socket;
    const { timeout } = this.#options.limits;
    this.#state = 'closing';
    socket.setTimeout(timeout);
    const isIgnoring = ignoreRequests(socket);
    // Without its parser, after CONNECT, a socket reads until its buffer is full, and each byte restarts `timeout`.
    if (!isIgnoring) this.#setDeadline(timeout, () => socket.destroy());
    // Later: a resumption that Node has scheduled would undo it, and a second pause() by the listener would do nothing.
    setImmediate(() => this.#state !== 'lingering' && socket.pause());
  }

  /** Sends the refusal, if there is one, and ends the server's side. */
  #end(): void {
    const socket = this.#socket;
    if (!socket.writable) return;
    if (this.#refusal) {
      const response = new ServerResponse(new IncomingMessage(socket));
      response.assignSocket(socket);
      this.#options.sendRefusal(response, this.#refusal.status);
    }
    socket.end().once('finish', () => this.#linger());
  }

  #linger(): void {
    const { lingerTimeout, requestTimeout, stopGrace } = this.#options.limits;
    this.#state = 'lingering';
    if (this.#refusal) this.#options.onResponse({ ...this.#refusal, isCutOff: false });
    this.#socket.setTimeout(this.#isStopping ? stopGrace : lingerTimeout);
    this.#setDeadline(requestTimeout, () => this.#socket.destroy());
    this.#socket.resume();
    // Once Node reads again, another listener for `data` takes the socket from its parser, which would take its time
    // (`generateSocketListenerWrapper` in lib/_http_server.js).
    setImmediate(() => this.#socket.removeAllListeners('data').on('data', () => {}));
  }

  /**
   * Refuses what the client is sending, and closes. If it is the body of the latest request (not handled yet, or the
   * connection would not be open), the refusal is the response to that. Otherwise it follows the latest response,
   * unless that was announced as the last.
   */
  refuse(refusal: Refusal): void {
    if (this.#state !== 'open') return;
    const latest = this.#latest;
    if (latest && !latest.req.complete) this.#options.sendRefusal(latest, refusal.status);
    else if (!latest || latest.shouldKeepAlive) this.#refusal = refusal;
    this.#acceptNoMore();
    if (this.#pending.size === 0) this.#end();
  }

  /** Refuses a head that has not arrived in time, unless it waits in the kernel: see `disconnectIdle`. */
  refuseLate(): void {
    const latest = this.#latest;
    setImmediate(() => {
      if (latest === this.#latest) this.refuse({ status: 408 });
    });
  }

  /** Disconnects a client that neither sends nor reads. */
  disconnectIdle(): void {
    const socket = this.#socket;
    const { bytesRead } = socket;
    // After the process was suspended, timers fire before data that waits in the kernel is read.
    setImmediate(() => socket.bytesRead === bytesRead && socket.destroy());
  }

  /** From now on, the response to the latest request is the last; a connection without one closes after `stopGrace`. */
  stop(): void {
    this.#isStopping = true;
    const isIdle = this.#state === 'open' && this.#pending.size === 0;
    if (isIdle || this.#state === 'lingering') {
      this.#socket.setTimeout(this.#options.limits.stopGrace);
    }
  }

  /** Disconnects the client. @returns a line with the first request that it waits for, if it waits for one */
  cutOff(): string[] {
    const { remoteAddress, remotePort } = this.#socket;
    const [first] = this.#pending.keys();
    this.#socket.destroy();
    if (first === undefined) return [];
    const { method, url } = first.req;
    return [`${remoteAddress} port ${remotePort}, ${method} ${shortTarget(String(url))}`];
  }

  #setDeadline(milliseconds: number, action: () => void): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(action, Math.min(milliseconds, MAX_TIME));
  }
}
