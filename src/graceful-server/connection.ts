import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { OnResponse } from './access-log.ts';
import {
  type ErrorFormatter,
  type ErrorStatus,
  formatErrorResponse,
  isValidRequest,
} from './errors.ts';
import { LIMITS } from './limits.ts';

/** What all connections of a server share. */
export interface ConnectionContext {
  /** Answers the valid requests. */
  readonly listener: RequestListener;
  /** Answers the invalid ones. */
  readonly badRequestListener: RequestListener;
  readonly formatError: ErrorFormatter;
  readonly report: OnResponse;
}

/**
 * An open connection. It passes a request to a listener once the whole request has arrived, and
 * ignores the body. An invalid request is the last one.
 */
export class Connection {
  /** Resolves once the connection is closed, and its aborted responses have been reported. */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #context: ConnectionContext;
  /**
   * - `open`: takes requests
   * - `oneMoreRequest`: takes one more request, and closes after its response
   * - `closing`, the last phase: ignores further requests, and closes once no response is pending
   */
  #phase: 'open' | 'oneMoreRequest' | 'closing' = 'open';
  /** The responses that are not complete, in the order of their requests. */
  readonly #pending = new Set<ServerResponse>();
  /** How many requests have no complete response, also those that are ignored. */
  #unanswered = 0;
  /** Destroys the connection at a time that the first rejection sets, and no later one changes. */
  #destroyTimer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, context: ConnectionContext) {
    this.#socket = socket;
    this.#context = context;
    // The aborted responses are reported after this event, but before whoever awaits the promise
    // goes on: the reports run as ticks, and after this event Node runs all ticks before the
    // reactions of promises.
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.once('close', () => clearTimeout(this.#destroyTimer));
  }

  /** Handles a request whose header fields have arrived. */
  handleRequest(request: IncomingMessage, response: ServerResponse): void {
    if (this.#unanswered === LIMITS.maxPendingResponses) {
      this.#socket.destroy();
      return;
    }
    this.#unanswered += 1;
    request.resume();
    // Node goes on parsing while the connection is closing.
    if (this.#phase === 'closing') return;

    const isValid = isValidRequest(request);
    const listener = isValid ? this.#context.listener : this.#context.badRequestListener;
    const receivedAt = performance.now();
    this.#pending.add(response);
    response.once('close', () => this.#handleResponseClose(response, receivedAt));
    // A request with Upgrade is the last one, too: Node may drop what the same read brought behind
    // it (`onParserExecuteCommon` in lib/_http_server.js), and the client would mistake the next
    // response for that to a dropped request. The price is that clients that ask for h2c, such as
    // `curl --http2` and by default Java's HttpClient, connect anew for each request.
    const hasUpgrade = request.headers.upgrade !== undefined;
    if (this.#phase === 'oneMoreRequest' || !isValid || hasUpgrade) this.closeAfterPending();
    request.once('end', () => {
      // `reject` may have replaced the response by an error.
      if (this.#pending.has(response)) listener(request, response);
    });
  }

  /** Rejects CONNECT, for which Node emits `connect` in place of `request`. */
  rejectConnect(request: IncomingMessage): void {
    // Node has removed its own listeners from the socket (`onParserExecuteCommon` in
    // lib/_http_server.js). Without one for `error`, a reset would end the process. Without those
    // for `drain` and `timeout`, an earlier response might stay pending for ever, so it gets a
    // limit.
    this.#socket.on('error', () => {});
    this.#destroyAfter(LIMITS.lingerTimeout);
    // Closing a connection with unread data would reset it.
    this.#socket.resume();
    this.reject(404, request);
  }

  /**
   * Rejects CONNECT, or what Node has reported with `clientError`, and closes the connection. An
   * error is sent only if no earlier response is pending, since the client would take it for that
   * response.
   * @param request the rejected request, for the log; by default, the one whose body is still
   * arriving, if any
   */
  reject(status: ErrorStatus, request?: IncomingMessage): void {
    const socket = this.#socket;
    // `clientError` is also emitted when a client has gone, and again for what it sends after an
    // error.
    if (!socket.writable) return;
    // Nothing has arrived in time. A browser that has connected in advance might take an error for
    // the response to its first request.
    if (socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    // The error takes the place of the response to a request whose body is still arriving.
    const newest = this.#newest();
    const unfinished = newest?.req.complete === false ? newest : undefined;
    if (unfinished) this.#pending.delete(unfinished);
    if (this.#pending.size > 0) {
      this.#destroyAfter(LIMITS.timeout);
      this.closeAfterPending();
      return;
    }
    this.#destroyAfter(LIMITS.lingerTimeout);
    this.#phase = 'closing';
    const { method, url: target } = request ?? unfinished?.req ?? {};
    const { formatError, report } = this.#context;
    socket.write(formatErrorResponse(status, method, formatError), (error) => {
      if (!error) report({ method, target, status, milliseconds: undefined, isAborted: false });
    });
    socket.end();
  }

  /**
   * Closes the connection after the newest pending response, if that can still say
   * `Connection: close`, and otherwise after the response to the next request.
   */
  announceClose(): void {
    if (this.#newest()?.headersSent === false) this.closeAfterPending();
    else if (this.#phase === 'open') this.#phase = 'oneMoreRequest';
  }

  /** Closes the connection after its pending responses, at once if there are none. */
  closeAfterPending(): void {
    this.#phase = 'closing';
    const newest = this.#newest();
    if (newest === undefined) this.#socket.destroySoon();
    else if (!newest.headersSent) newest.setHeader('Connection', 'close');
  }

  /** The newest pending response. */
  #newest(): ServerResponse | undefined {
    return [...this.#pending].at(-1);
  }

  /** Handles the end of a response: it is complete, or the connection is closed. */
  #handleResponseClose(response: ServerResponse, receivedAt: number): void {
    this.#unanswered -= 1;
    // `reject` has replaced this response by an error, and reports that error.
    if (!this.#pending.delete(response)) return;
    const { req, headersSent, statusCode } = response;
    this.#context.report({
      method: req.method,
      target: req.url,
      status: headersSent ? statusCode : undefined,
      milliseconds: performance.now() - receivedAt,
      isAborted: this.#socket.destroyed,
    });
    if (this.#phase === 'closing' && this.#pending.size === 0) this.#socket.destroySoon();
  }

  /**
   * Destroys the connection later. No other limit would: a client that goes on sending resets
   * `timeout`, and after an error the other limits have no effect.
   */
  #destroyAfter(milliseconds: number): void {
    this.#destroyTimer ??= setTimeout(() => this.#socket.destroy(), milliseconds);
  }
}
