import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { OnResponse } from './access-log.ts';
import { LIMITS } from './limits.ts';
import { type ErrorFormatter, isValid, type RejectionStatus, rejectionText } from './rejection.ts';

/** What all connections of a server share. */
export interface ConnectionContext {
  readonly listener: RequestListener;
  readonly formatError: ErrorFormatter;
  readonly onResponse: OnResponse | undefined;
}

/**
 * An open connection. It passes a valid request to the listener once the whole request has arrived,
 * and ignores the body. It rejects anything else, and ends. It sends an error only if no earlier
 * response is pending, since the client would take the error for that response. While it is ending,
 * it ignores requests. One request too many destroys it.
 */
export class Connection {
  /**
   * Resolves when the connection is closed. By the time an `await` goes on, the pending responses
   * have been reported, too.
   */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #context: ConnectionContext;
  /**
   * The responses that are not complete, in the order of their requests, each with the time at
   * which the head of the request had arrived.
   */
  readonly #pending = new Map<ServerResponse, number>();
  /** How many requests have arrived since the connection began to end. They get no response. */
  #ignored = 0;
  /** Whether the connection ends after the response to its next request. */
  #endsAfterNext = false;
  /** Whether the connection ends after its pending responses. */
  #isEnding = false;
  /** Destroys the connection some time after the first rejection. */
  #lingerTimer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, context: ConnectionContext) {
    this.#socket = socket;
    this.#context = context;
    // The promise has its own listener, so it resolves even if `onResponse` throws in the next one.
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.once('close', () => {
      clearTimeout(this.#lingerTimer);
      for (const response of this.#pending.keys()) this.#report(response);
    });
  }

  /** Handles a request whose header fields have arrived. */
  handleRequest(request: IncomingMessage, response: ServerResponse): void {
    // Node goes on parsing while the connection is ending, and keeps a response for each request.
    if (this.#pending.size + this.#ignored >= LIMITS.maxPendingResponses) {
      this.#socket.destroy();
      return;
    }
    request.resume();
    if (this.#isEnding) {
      this.#ignored += 1;
      return;
    }
    if (!isValid(request)) {
      this.reject(400, request);
      return;
    }
    this.#pending.set(response, performance.now());
    response.once('close', () => this.#report(response));
    if (this.#endsAfterNext || hasUpgrade(request)) this.endAfterPending();
    request.once('end', () => {
      // The request may have been rejected meanwhile because it took too long.
      if (this.#pending.has(response)) this.#context.listener(request, response);
    });
  }

  /** Rejects CONNECT, for which Node emits `connect` in place of `request`. */
  handleConnect(request: IncomingMessage): void {
    // Node has removed its own listeners (`onParserExecuteCommon` in lib/_http_server.js). Without
    // this one, a reset would end the process.
    this.#socket.on('error', () => {});
    // Closing a connection with unread data would reset it.
    this.#socket.resume();
    this.reject(404, request);
  }

  /**
   * Rejects what has arrived, and ends the connection.
   * @param request the rejected request; by default, the one whose body is still arriving, if any
   */
  reject(status: RejectionStatus, request?: IncomingMessage): void {
    const socket = this.#socket;
    // Node also reports that a client has gone, and more than one error if a client goes on
    // sending.
    if (!socket.writable) return;
    this.#lingerTimer ??= setTimeout(() => socket.destroy(), LIMITS.lingerTimeout);

    // The error takes the place of the response to a request whose body is still arriving.
    const newest = this.#newest();
    const unfinished = newest?.req.complete === false ? newest : undefined;
    if (unfinished) this.#pending.delete(unfinished);
    if (this.#pending.size > 0) {
      this.endAfterPending();
      return;
    }
    this.#isEnding = true;
    const { method, url: target } = request ?? unfinished?.req ?? {};
    const { formatError, onResponse } = this.#context;
    socket.write(rejectionText(status, method, formatError), (error) => {
      if (error) return;
      onResponse?.({ method, target, status, milliseconds: undefined, isAborted: false });
    });
    socket.end();
  }

  /**
   * Ends the connection after the newest pending response, if that can still say
   * `Connection: close`, and otherwise after the response to the next request.
   */
  endSoon(): void {
    if (this.#newest()?.headersSent === false) this.endAfterPending();
    else this.#endsAfterNext = true;
  }

  /** Ends the connection after its pending responses, at once if there are none. */
  endAfterPending(): void {
    this.#isEnding = true;
    const newest = this.#newest();
    if (newest?.headersSent === false) newest.setHeader('Connection', 'close');
    if (this.#pending.size === 0) this.#socket.destroySoon();
  }

  /** The newest pending response. */
  #newest(): ServerResponse | undefined {
    return Array.from(this.#pending.keys()).at(-1);
  }

  /** Reports a response that is no longer pending, since it or its connection is closed. */
  #report(response: ServerResponse): void {
    const receivedAt = this.#pending.get(response);
    // Node 20 and 22 emit `close` only for the first pending response of a closed connection, and
    // Node 24 for each, so this is also called at the `close` of the socket.
    if (receivedAt === undefined) return;
    this.#pending.delete(response);
    const isAborted = this.#socket.destroyed;
    if (this.#isEnding && this.#pending.size === 0) this.#socket.destroySoon();
    const { req, headersSent, statusCode } = response;
    this.#context.onResponse?.({
      method: req.method,
      target: req.url,
      status: headersSent ? statusCode : undefined,
      milliseconds: performance.now() - receivedAt,
      isAborted,
    });
  }
}

/**
 * Whether a request has an Upgrade field. Without an `upgrade` listener, Node treats such a request
 * like any other, but may drop what has arrived behind it in the same packet
 * (`onParserExecuteCommon` in lib/_http_server.js). The client would take the next response for
 * that to a dropped request, so the connection ends after the response to this one.
 */
function hasUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined;
}
