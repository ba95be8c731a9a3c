import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { withTimeout } from './with-timeout.ts';

/** The text of a request with a Host and these fields. The target is sent as it is. */
export function requestText(method: string, target: string, ...fields: string[]): string {
  return [`${method} ${target} HTTP/1.1`, 'Host: a', ...fields, '', ''].join('\r\n');
}

/**
 * Requests that many tests send. The server closes the connection after its response to `CLOSE`.
 */
export const GET = requestText('GET', '/');
/** Its response, 10 MB, is too large for the buffers of a socket. */
export const LARGE = requestText('GET', '/10000000');
export const CLOSE = requestText('GET', '/', 'Connection: close');
export const UNKNOWN_METHOD = requestText('BREW', '/');
export const CONNECT = requestText('CONNECT', 'a:443');

/** A response as it arrived, parsed but not interpreted. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A client that sends exactly the bytes that it is given, and does not interpret the responses. */
export class RawClient {
  readonly socket: Socket;
  /** Emits `any` for bytes, the end and the close. A close follows a reset too. */
  readonly #activity = new EventEmitter();
  readonly #responses: RawResponse[] = [];
  #received: Buffer[] = [];
  /** How many more bytes the next response needs at the least. */
  #missing = 1;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('data', (chunk) => {
      this.#received.push(chunk);
      this.#missing -= chunk.length;
    });
    for (const name of ['data', 'end', 'close']) {
      this.socket.on(name, () => this.#activity.emit('any'));
    }
    // A reset is treated as an end: what matters is what arrived before it.
    this.socket.on('error', () => {});
  }

  /** @param bytes sent as Latin-1, one byte for each character */
  send(bytes: string): void {
    this.socket.write(bytes, 'latin1');
  }

  /**
   * Waits for the next complete response, or until the server closes its side.
   * @param patience in milliseconds, if it takes another time than usual
   */
  async next(patience?: number): Promise<readonly RawResponse[]> {
    const isMet = () => {
      // Joining a large response at each of its chunks would take long.
      if (this.#missing <= 0) this.#parse();
      return this.#responses.length > 0 || this.socket.readableEnded || this.socket.closed;
    };
    await this.#until(isMet, 'a response', patience);
    return this.#responses.splice(0, 1);
  }

  /**
   * Waits until the connection is closed.
   * @param patience as for `next`
   * @returns the responses that `next` has not returned
   * @throws {Error} if it received anything but complete, well-formed responses
   */
  async closed(patience?: number): Promise<readonly RawResponse[]> {
    await this.#until(() => this.socket.closed, 'the connection to close', patience);
    const rest = this.#parse();
    if (rest.length > 0) throw new Error(`incomplete: ${JSON.stringify(rest.toString('latin1'))}`);
    return this.#responses.splice(0);
  }

  async #until(isMet: () => boolean, what: string, patience?: number): Promise<void> {
    const met = async () => {
      while (!isMet()) await once(this.#activity, 'any');
    };
    await withTimeout(met(), () => what, patience);
  }

  #parse(): Buffer {
    const { responses, rest, missing } = parse(Buffer.concat(this.#received));
    this.#responses.push(...responses);
    this.#received = [rest];
    this.#missing = missing;
    return rest;
  }
}

/** Sends bytes on a new connection, and waits for the responses until the connection is closed. */
export function exchange(port: number, bytes: string): Promise<readonly RawResponse[]> {
  const client = new RawClient(port);
  client.send(bytes);
  return client.closed();
}

/** As `exchange`, for bytes that get exactly one response. */
export async function exchangeOne(port: number, bytes: string): Promise<RawResponse> {
  const [response, ...more] = await exchange(port, bytes);
  if (response !== undefined && more.length === 0) return response;
  throw new Error(`expected one response to ${JSON.stringify(bytes)}`);
}

/** Sends one request on a new connection. The request target is sent as it is. */
export function request(port: number, method: string, target: string): Promise<RawResponse> {
  return exchangeOne(port, requestText(method, target, 'Connection: close'));
}

/** The Connection fields of responses. */
export function connectionsOf(responses: readonly RawResponse[]): (string | null)[] {
  return responses.map(({ headers }) => headers.get('connection'));
}

const HEAD =
  /^HTTP\/1\.1 ([1-5]\d\d) [\t\x20-\x7e]*\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e]*\r\n)*\r\n$/;
const FIELD_LINES = /^([^:\r\n]+):[\t ]*(.*?)[\t ]*\r$/gm;

/**
 * Parses the complete responses at the start of `bytes` (RFC 9112, 4 to 6). A response without
 * Content-Length is treated as one without a body, like a response to HEAD.
 * @returns these, the rest, and how many more bytes the next response needs at the least
 * @throws {Error} if a response is malformed
 */
function parse(bytes: Buffer): { responses: RawResponse[]; rest: Buffer; missing: number } {
  const responses: RawResponse[] = [];
  let rest = bytes;
  let missing = 1;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n') + 4;
    if (end < 4) break;
    const head = rest.toString('latin1', 0, end);
    const [, status] = HEAD.exec(head) ?? [];
    if (status === undefined) throw new Error(`not the head of a response: ${head}`);
    const headers = new Headers();
    for (const [, name = '', value = ''] of head.matchAll(FIELD_LINES)) headers.append(name, value);
    const length = Number(headers.get('content-length'));
    const body = rest.subarray(end, end + length);
    if (body.length < length) {
      missing = length - body.length;
      break;
    }
    responses.push({ status: Number(status), headers, body: body.toString() });
    rest = rest.subarray(end + length);
  }
  return { responses, rest, missing };
}
