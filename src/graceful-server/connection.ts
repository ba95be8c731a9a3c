import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { OnResponse } from './access-log.ts';
import { type ErrorFormatter, type ErrorStatus, errorResponseText, sendError } from './errors.ts';
import { LIMITS } from './limits.ts';
import { setTimeoutAfterReading } from './timeout.ts';
import { isValidRequest } from './valid-request.ts';

/** What all connections of a server share. */
export interface ConnectionContext {
  readonly listener: RequestListener;
  readonly formatError: ErrorFormatter;
  /** Reports in a tick of its own, so it never throws. */
  readonly onResponse: OnResponse;
}

/** An open connection. It passes a request on once the whole request has arrived. */
export class Connection {
  readonly #socket: Socket;
  readonly #context: ConnectionContext;
  /** The responses that are not complete, in order, and when the head of each request arrived. */
  readonly #pending = new Map<ServerResponse, number>();
  /** The response after which the connection closes. Further requests are ignored. */
  #lastResponse: ServerResponse | undefined;
  /** How many requests have been ignored. */
  #ignored = 0;
  /** Set once the server stops: how many milliseconds the next request may take to arrive. */
  #grace: number | undefined;
  #graceTimer: NodeJS.Timeout | undefined;
  #destroyTimer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, context: ConnectionContext) {
    this.#socket = socket;
    this.#context = context;
    socket.once('close', () => {
      for (const response of this.#pending.keys()) this.#handleResponseClose(response);
      // At the end, because the lines before may start a timer.
      clearTimeout(this.#graceTimer);
      clearTimeout(this.#destroyTimer);
    });
  }

  /** Handles a request whose header fields have arrived. */
  handleRequest(request: IncomingMessage, response: ServerResponse): void {
    if (this.#pending.size + this.#ignored === LIMITS.maxPendingResponses) {
      this.#socket.destroy();
      return;
    }
    request.resume();
    // Node goes on parsing after the last request, and after an error has been sent.
    if (this.#lastResponse !== undefined || !this.#socket.writable) {
      this.#ignored += 1;
      return;
    }
    this.#pending.set(response, performance.now());
    response.once('close', () => this.#handleResponseClose(response));
    const isValid = isValidRequest(request);
    // Behind a request with Upgrade, Node may drop what the same read has brought
    // (`onParserExecuteCommon` in lib/_http_server.js), and the client would mistake the next
    // response for that to a dropped request. So clients that ask for h2c connect anew each time.
    const hasUpgrade = request.headers.upgrade !== undefined;
    if (!isValid || hasUpgrade || this.#grace !== undefined) this.#makeLast(response);
    request.once('end', () => {
      // `reject` has given this response up, or nothing can be sent any more.
      if (!this.#pending.has(response) || !this.#socket.writable) return;
      const { listener, formatError } = this.#context;
      if (isValid) listener(request, response);
      else sendError(response, 400, formatError);
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
   * response, and if anything has arrived at all.
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
    // Only the newest request can still be arriving. If it is, what Node has rejected is a part of
    // it.
    const abandoned = [...this.#pending.keys()].find(({ req }) => !req.complete);
    if (abandoned) this.#pending.delete(abandoned);
    const { method, url: target } = request ?? abandoned?.req ?? {};
    const { formatError, onResponse } = this.#context;
    const report = (sent: ErrorStatus | undefined) =>
      onResponse({ method, target, status: sent, milliseconds: undefined, isAborted: !sent });

    const newest = this.#newest();
    if (newest) {
      this.#destroyAfter(LIMITS.pendingAfterErrorTimeout);
      this.#makeLast(newest);
      if (abandoned) report(undefined);
      return;
    }
    this.#destroyAfter(LIMITS.lingerTimeout);
    socket.end(errorResponseText(status, method, formatError), (error?: Error | null) => {
      if (!error) report(status);
      else if (abandoned) report(undefined);
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
    if (newest?.headersSent === false) this.#makeLast(newest);
    this.#startGraceIfIdle();
  }

  /** The newest pending response. */
  #newest(): ServerResponse | undefined {
    return [...this.#pending.keys()].at(-1);
  }

  #makeLast(response: ServerResponse): void {
    this.#lastResponse = response;
    if (!response.headersSent) response.setHeader('Connection', 'close');
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
    // It was reported when the connection closed, or `reject` has given it up.
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
    if (this.#lastResponse && this.#pending.size === 0) this.#socket.destroySoon();
    else this.#startGraceIfIdle();
  }

  /**
   * Destroys the connection later; the first call counts. No other limit would: a client that goes
   * on sending resets `timeout`, and after an error the other limits have no effect.
   */
  #destroyAfter(milliseconds: number): void {
    this.#destroyTimer ??= setTimeout(() => this.#socket.destroy(), milliseconds);
  }
}
