import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { endAndLinger } from './linger.ts';
import { type Refusal, refusalText } from './refusal.ts';

/** One client's connection: which of its requests are under way, and how it comes to its end. */
export class Connection {
  readonly #socket: Socket;
  readonly #lingerTime: number;
  /** The response to the latest request. Responses go out in order: all are, once this one is. */
  #latest: ServerResponse | undefined;
  /** The latest response that waits for its request's body, and the response before it. */
  #held: ServerResponse | undefined;
  #beforeHeld: ServerResponse | undefined;
  /** The response under way for which a time-out is set. */
  #watched: ServerResponse | undefined;
  #isRefused = false;
  #isRetired = false;

  /** @param lingerTime milliseconds for which it is listened to after a refusal */
  constructor(socket: Socket, lingerTime: number) {
    this.#socket = socket;
    this.#lingerTime = lingerTime;
  }

  /** Whether a refusal is, or will be, the last answer: later requests get none. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Takes note of a request, by its response. */
  begin(response: ServerResponse): void {
    if (this.#isRetired) {
      // Nothing is read after an answer that says `Connection: close` (RFC 9112, 9.6), so of
      // pipelined requests only the last may get that one.
      if (this.#latest?.headersSent === false) this.#latest.shouldKeepAlive = true;
      response.shouldKeepAlive = false;
    }
    this.#latest = response;
  }

  /** Takes note of a request that is answered only once its body has ended. */
  hold(response: ServerResponse): void {
    this.#beforeHeld = this.#latest;
    this.begin(response);
    this.#held = response;
  }

  /**
   * Answers with `refusal` and ends the connection, after the answers to earlier requests.
   * @param method of the request that is refused, where it is known
   */
  refuse(refusal: Refusal, method?: string): void {
    if (this.#isRefused) return;
    this.#isRefused = true;
    const held = this.#held?.req.complete === false ? this.#held : undefined;
    const last = held === undefined ? this.#latest : this.#beforeHeld;
    const text = refusalText(refusal, held?.req.method ?? method);
    if (last === undefined || last.writableFinished) {
      endAndLinger(this.#socket, text, this.#lingerTime);
    } else {
      // Whatever else came in would pass for a sign of life, and a peer that sends but does not
      // read could stay for ever. Not at once: at a request's end, Node's parser resumes the socket.
      setImmediate(() => last.writableFinished || this.#socket.pause());
      last.once('close', () => endAndLinger(this.#socket, text, this.#lingerTime));
    }
  }

  /** Drops it if, with an answer under way, its peer reads nothing for `time` ms from now on. */
  watch(time: number): void {
    if (!this.#isBusy() || this.#watched === this.#latest) return;
    this.#watched = this.#latest;
    // Node clears this once the answer is sent, and prolongs it while the peer reads.
    this.#socket.setTimeout(time);
  }

  /** Ends it as soon as its requests are answered and it has then been idle for `grace` ms. */
  retire(grace: number): void {
    this.#isRetired = true;
    if (this.#latest?.headersSent === false) this.#latest.shouldKeepAlive = false;
    if (this.#isBusy()) {
      this.#latest?.once('close', () => this.retire(grace));
    } else {
      const end = () => (this.#isBusy() ? this.retire(grace) : this.#socket.destroySoon());
      const timer = setTimeout(end, grace);
      this.#socket.once('close', () => clearTimeout(timer));
    }
  }

  /** Ends it at once. @returns whom that cut off, and from what */
  cut(): string {
    const { remoteAddress, remotePort } = this.#socket;
    const { method, url } = this.#latest?.req ?? {};
    this.#socket.destroy();
    return `${remoteAddress} port ${remotePort}, ${method} ${url}`;
  }

  #isBusy(): boolean {
    return this.#latest !== undefined && !this.#latest.writableFinished;
  }
}
