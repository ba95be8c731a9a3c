import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { AccessLogEntry } from './access-log-entry.ts';
import type { Limits } from './limits.ts';
import type { RefusalStatus } from './request-check.ts';

export interface ConnectionOptions {
  readonly limits: Limits;
  /** Sends a complete response with this status and `Connection: close`. */
  readonly sendRefusal: (response: ServerResponse, status: RefusalStatus) => void;
  /** Called for each response that has been sent or cut off, and each refusal that has been sent. */
  readonly onResponse: (entry: AccessLogEntry) => void;
}

/** A socket with Node's parser, which it has until CONNECT or until it is closed. */
type ParsedSocket = Socket & {
  readonly parser?: { onIncoming: (request: { upgrade: boolean }) => number } | null;
};

/**
 * Closes a connection in two steps: `begin` stops taking requests, and `end` sends the refusal and lingers. Each step
 * has its own deadline, because arriving data restarts the socket's timeout.
 */
export class Closing {
  readonly #socket: ParsedSocket;
  readonly #options: ConnectionOptions;
  #refusal: RefusalStatus | undefined;
  #deadline: NodeJS.Timeout | undefined;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.once('close', () => clearTimeout(this.#deadline));
  }

  get hasBegun(): boolean {
    return this.#deadline !== undefined;
  }

  /**
   * Takes no more requests. From now on, the client has `timeout` to read all pending responses.
   * @param refusal follows the latest response
   */
  begin(refusal?: RefusalStatus): void {
    const socket = this.#socket;
    this.#refusal = refusal;
    this.#disconnectAfter(this.#options.limits.timeout);
    // Node would keep each request until the connection closes (`parserOnIncoming` in lib/_http_server.js).
    // Returning 2 makes the parser drop the rest of what has been read (`on_headers_complete` of llhttp).
    if (socket.parser) {
      socket.parser.onIncoming = (request) => {
        request.upgrade = false;
        return 2;
      };
    }
    // A client that goes on sending then costs nothing. Deferred, since the parser resumes the socket after this
    // call (`parserOnMessageComplete` in lib/_http_common.js).
    setImmediate(() => socket.writable && socket.pause());
  }

  /**
   * Sends the refusal, if there is one, and ends the server's side. Then the connection lingers: what still arrives is
   * read and discarded until the client ends its side, or for `lingerTimeout` (RFC 9112, 9.6). Closing with unread data
   * would reset the connection, and the client might lose responses.
   */
  end(): void {
    const socket = this.#socket;
    if (!socket.writable) return;
    const { sendRefusal, onResponse, limits } = this.#options;
    const refusal = this.#refusal;
    if (refusal !== undefined) {
      const response = new ServerResponse(new IncomingMessage(socket));
      response.assignSocket(socket);
      sendRefusal(response, refusal);
    }
    if (!this.hasBegun) this.begin();
    socket.end().resume();
    socket.once('finish', () => {
      if (refusal !== undefined) onResponse({ status: refusal, isCutOff: false });
      this.#disconnectAfter(limits.lingerTimeout);
    });
  }

  #disconnectAfter(milliseconds: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#socket.destroy(), milliseconds);
  }
}
