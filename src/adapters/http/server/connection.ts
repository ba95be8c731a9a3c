import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Answer, answerOf, type Exchange } from './answer.ts';
import { type Refusal, sendRefusal } from './refusal.ts';

/** An open connection, and what it owes its client. Node sends the responses in the order of the requests. */
export class Connection {
  readonly socket: Socket;
  /** The requests whose responses have not been sent. */
  readonly unanswered: Exchange[] = [];
  /** The response to the latest request, or the refusal that ends the connection; sent or not. */
  latest: ServerResponse | undefined;
  readonly #report: (answer: Answer) => void;

  /** @param report called for each response that has been sent or cut off, and each refusal */
  constructor(socket: Socket, report: (answer: Answer) => void) {
    this.socket = socket;
    this.#report = report;
    socket.once('close', () => {
      for (const exchange of this.unanswered.splice(0)) report(answerOf(exchange, true));
    });
  }

  /** Whether it answers no further request: nothing follows a response without keep-alive (RFC 9112, 9.6). */
  get isEnding(): boolean {
    return this.latest?.shouldKeepAlive === false || !this.socket.writable;
  }

  /** Takes on a request, whose response is the latest from now on. */
  accept(response: ServerResponse): void {
    const exchange = { response, receivedAt: performance.now() };
    this.unanswered.push(exchange);
    this.latest = response;
    response.once('close', () => {
      // Node emits 'close' after a failed write too.
      const isCutOff = this.socket.destroyed;
      if (this.unanswered.shift() !== undefined) this.#report(answerOf(exchange, isCutOff));
    });
  }

  /** Ends after the latest response. The client can repeat later requests on another connection. */
  end(): void {
    this.#stopReading();
    if (this.latest !== undefined) this.latest.shouldKeepAlive = false;
    // The head of that response may have been sent, and may not say that it is the last.
    this.#afterLatest(() => this.socket.destroySoon());
  }

  /**
   * Refuses what the client is sending, and ends.
   * @param request if its fields could be parsed, but Node made no response for it
   */
  refuse(status: Refusal, request?: IncomingMessage): void {
    this.#stopReading();
    const owed = this.unanswered.at(-1)?.response;
    if (owed?.headersSent === false && !owed.req.complete) {
      sendRefusal(owed, status);
    } else if (!this.isEnding) {
      const refusal = new ServerResponse(request ?? new IncomingMessage(this.socket));
      refusal.shouldKeepAlive = false;
      this.#afterLatest(() => {
        if (!this.socket.writable) return;
        refusal.assignSocket(this.socket);
        sendRefusal(refusal, status);
        this.socket.destroySoon();
        this.#report({ method: request?.method, target: request?.url, status, isCutOff: false });
      });
      this.latest = refusal;
    }
  }

  /**
   * Refuses what has not arrived in time. If the process was suspended, timers fire before what waits in
   * the kernel is read, so it looks again afterwards.
   */
  refuseLate(): void {
    const { latest } = this;
    const isComplete = latest?.req.complete;
    setImmediate(() => {
      const isStillLate = latest === this.latest && latest?.req.complete === isComplete;
      if (isStillLate) this.refuse(408);
    });
  }

  /**
   * Stops reading, at least until the client has read: incoming data would count as activity, and a client
   * that sends but does not read could stay connected forever.
   */
  #stopReading(): void {
    // Not at once, because the parser still resumes the socket.
    setImmediate(() => this.socket.writable && this.socket.pause());
  }

  /** Calls `next` once the latest response has been sent. */
  #afterLatest(next: () => void): void {
    if (this.latest === undefined || this.latest.closed) next();
    else this.latest.once('close', next);
  }
}
