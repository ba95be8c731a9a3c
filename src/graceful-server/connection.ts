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
 * An open connection. It passes each valid request to the listener once that has arrived in full,
 * and ignores its body. Anything else is rejected, and the connection ends. An error is sent only if
 * no earlier response is pending: HTTP/1.1 tells responses apart by their order alone.
 */
export class Connection {
  /**
   * Resolves when the connection is closed. Whoever awaits it goes on after its pending responses
   * have been reported.
   */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #context: ConnectionContext;
  /**
   * The responses that are not complete, in the order of their requests, and when the head of each
   * request had arrived.
   */
  readonly #pending = new Map<ServerResponse, number>();
  /** How many requests have arrived since the connection began to end. They get no response. */
  #ignored = 0;
  /** Whether the connection ends after the response to its next request. */
  #endsAfterNext = false;
  /** Whether the connection ends after its pending responses. */
  #isEnding = false;
  /** Runs from the first rejection on. */
  #lingerTimer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, context: ConnectionContext) {
    this.#socket = socket;
    this.#context = context;
    // Not in the same listener as the reports, since `onResponse` may throw there.
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.once('close', () => {
      clearTimeout(this.#lingerTimer);
      for (const response of this.#pending.keys()) this.#report(response);
    });
  }

  /** Handles a request whose header fields have arrived. */
  handleRequest(request: IncomingMessage, response: ServerResponse): void {
    // Node goes on parsing when the connection is ending, and keeps each response.
    if (this.#pending.size + this.#ignored >= LIMITS.maxPendingResponses) {
      this.#socket.destroy();
      return;
    }
    // The body is read and ignored.
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
      // The request may have been rejected meanwhile, because it took too long.
      if (this.#pending.has(response)) this.#context.listener(request, response);
    });
  }

  /** Rejects CONNECT, which Node does not treat as a request. */
  handleConnect(request: IncomingMessage): void {
    // Node has removed its own listeners (`onParserExecuteCommon` in lib/_http_server.js). Without
    // this one, a reset would end the process.
    this.#socket.on('error', () => {});
    // Closing a connection with unread data would reset it.
    this.#socket.resume();
    this.reject(404, request);
  }

  /**
   * Ends the connection because of something that is not a valid request.
   * @param request the request that is not valid; by default, the one whose body is still arriving
   */
  reject(status: RejectionStatus, request?: IncomingMessage): void {
    const socket = this.#socket;
    // Node also reports that a client has gone, and more than one error if a client goes on sending.
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
   * Ends the connection after the newest pending response, if its header fields are not sent yet, so
   * that they can say so, and otherwise after the response to the next request.
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

  /** The response to the newest request, if it is pending. */
  #newest(): ServerResponse | undefined {
    return Array.from(this.#pending.keys()).at(-1);
  }

  /** Reports a response that is no longer pending, since it or its connection is closed. */
  #report(response: ServerResponse): void {
    const receivedAt = this.#pending.get(response);
    // Node 20 emits `close` only for the first pending response of a connection that is closed, and
    // later versions for each, so this is also called at the `close` of the socket.
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
 * Whether a request has an Upgrade field. Without an `upgrade` listener, Node treats it as any
 * other, but may drop what has arrived behind it in the same packet (`onParserExecuteCommon` in
 * lib/_http_server.js). What comes next would get the response to what was dropped, so the
 * connection ends after the response to this request.
 */
function hasUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined;
}
