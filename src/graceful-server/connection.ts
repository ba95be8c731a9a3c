import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { OnResponse } from './access-log.ts';
import { type ErrorFormatter, type ErrorStatus, errorText } from './errors.ts';
import { LIMITS } from './limits.ts';
import { setTimeoutAfterReading } from './set-timeout-after-reading.ts';

/** What all connections of a server share. */
export interface ConnectionContext {
  readonly listener: RequestListener;
  readonly formatError: ErrorFormatter;
  /** Never throws. */
  readonly onResponse: OnResponse;
}

/**
 * A connection. It passes a request on to the listener once the whole request has arrived. Once it
 * is closing, it completes the pending responses, or has sent an error instead, and ignores all
 * that follows.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #context: ConnectionContext;
  /** The responses that are not complete, in order, and when the head of each request arrived. */
  readonly #pending = new Map<ServerResponse, number>();
  #isClosing = false;
  #ignoredCount = 0;
  /** Set once the server stops: how many milliseconds the next request may take to arrive. */
  #grace: number | undefined;
  #graceTimer: NodeJS.Timeout | undefined;
  #errorTimer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, context: ConnectionContext) {
    this.#socket = socket;
    this.#context = context;
    socket.once('close', () => {
      for (const response of this.#pending.keys()) this.#handleResponseClose(response);
      // At the end, because the lines before may start a timer.
      clearTimeout(this.#graceTimer);
      clearTimeout(this.#errorTimer);
    });
  }

  /** Handles a request whose header fields have arrived. */
  handleRequest(request: IncomingMessage, response: ServerResponse): void {
    if (this.#pending.size + this.#ignoredCount === LIMITS.maxUnansweredRequests) {
      this.#socket.destroy();
      return;
    }
    request.resume();
    // Node goes on parsing, also after an error has been sent, or when it has ended the connection.
    if (this.#isClosing || !this.#socket.writable) {
      this.#ignoredCount += 1;
      return;
    }
    this.#pending.set(response, performance.now());
    response.once('close', () => this.#handleResponseClose(response));
    // Behind a request with Upgrade, Node drops what the same read has brought, and the client would
    // take the next response for one to that (`onParserExecuteCommon` in lib/_http_server.js).
    const hasUpgrade = request.headers.upgrade !== undefined;
    if (hasUpgrade || this.#grace !== undefined) this.#closeAfter(response);
    request.once('end', () => {
      // `reject` may have aborted it, or nothing can be sent any more.
      if (!this.#pending.has(response) || !this.#socket.writable) return;
      this.#context.listener(request, response);
    });
  }

  /**
   * Rejects CONNECT, or what Node has reported with `clientError`, and closes the connection. An
   * error is sent only if
   * - something has arrived
   * - no earlier response is pending, since the client would take the error for that one
   * @param request the rejected request; by default, the one whose body is still arriving, if any
   */
  reject(status: ErrorStatus, request?: IncomingMessage): void {
    const socket = this.#socket;
    // Node also emits `clientError` for a client that has gone, and again after an error.
    if (!socket.writable) return;
    // Nothing has arrived in time. A browser that has connected in advance might take an error for
    // the response to its first request.
    if (socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    // Until then, the client can read the error, even if it goes on sending: closing a connection
    // with unread data would reset it (RFC 9112, 9.6). The time begins with the first error, so that
    // sending more does not extend it.
    this.#errorTimer ??= setTimeout(() => socket.destroy(), LIMITS.afterErrorTimeout);
    // If the newest request is still arriving, what Node has rejected is a part of it.
    const aborted = [...this.#pending.keys()].find(({ req }) => !req.complete);
    if (aborted) this.#pending.delete(aborted);
    const { method, url: target } = request ?? aborted?.req ?? {};
    const entry = { method, target, milliseconds: undefined };

    const newest = this.#newest();
    if (newest) {
      this.#closeAfter(newest);
      if (aborted) this.#context.onResponse({ ...entry, status: undefined, isAborted: true });
      return;
    }
    const text = errorText(status, this.#context.formatError);
    this.#isClosing = true;
    socket.end(text, (error?: Error | null) => {
      this.#context.onResponse({ ...entry, status, isAborted: error != null });
    });
    this.#startGraceIfIdle();
  }

  /**
   * Closes the connection after the newest pending response, if that can still say
   * `Connection: close`. Otherwise, closes it after the response to the next request, or if none
   * arrives within `grace` milliseconds, from now or from the end of the last pending response.
   */
  closeGracefully(grace: number): void {
    this.#grace = grace;
    const newest = this.#newest();
    if (newest?.headersSent === false) this.#closeAfter(newest);
    this.#startGraceIfIdle();
  }

  /** The newest pending response. */
  #newest(): ServerResponse | undefined {
    return [...this.#pending.keys()].at(-1);
  }

  /** @param newest the newest pending response */
  #closeAfter(newest: ServerResponse): void {
    this.#isClosing = true;
    if (!newest.headersSent) newest.setHeader('Connection', 'close');
  }

  /** At a stop, if nothing is pending: closes the connection unless a request arrives in time. */
  #startGraceIfIdle(): void {
    if (this.#grace === undefined || this.#pending.size > 0) return;
    clearTimeout(this.#graceTimer);
    this.#graceTimer = setTimeoutAfterReading(() => {
      if (this.#pending.size === 0) this.#socket.destroySoon();
    }, this.#grace);
  }

  /**
   * Handles the end of a response: it is complete, or the connection is closed. (The event `finish`
   * would come too early: Node has not yet destroyed the socket of a response that was cut off.)
   */
  #handleResponseClose(response: ServerResponse): void {
    const arrivedAt = this.#pending.get(response);
    // It was reported when the connection closed, or `reject` has aborted it.
    if (arrivedAt === undefined) return;
    this.#pending.delete(response);
    const { req, headersSent, statusCode } = response;
    this.#context.onResponse({
      method: req.method,
      target: req.url,
      status: headersSent ? statusCode : undefined,
      milliseconds: performance.now() - arrivedAt,
      isAborted: this.#socket.destroyed,
    });
    if (this.#isClosing && this.#pending.size === 0) this.#socket.destroySoon();
    else this.#startGraceIfIdle();
  }
}
