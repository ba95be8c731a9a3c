import { connect, type Socket } from 'node:net';

/** A response as its bytes say it, nothing of it interpreted. */
export interface RawResponse {
  readonly status: number;
  /** Every field's values by its name in lower case, in the order in which they came. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

/** A client that sends exactly the octets it is given, and interprets none that come back. */
export class RawClient {
  readonly socket: Socket;
  readonly #responses: RawResponse[] = [];
  #received: Buffer[] = [];

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    this.socket.on('data', (chunk) => this.#received.push(chunk));
    // A reset is an end like any other here: what matters is what had come by then.
    this.socket.on('error', () => {});
    this.socket.on('end', () => this.socket.end());
  }

  /** @param octets a string is sent octet for character, as Latin-1 */
  send(octets: string): void {
    this.socket.write(octets, 'latin1');
  }

  /** Waits for `count` whole responses, or for the server's end of the connection. */
  async responses(count: number): Promise<readonly RawResponse[]> {
    for (;;) {
      this.#parse();
      if (this.#responses.length >= count || this.socket.readableEnded || this.socket.closed) {
        return this.#responses;
      }
      await this.#news();
    }
  }

  /**
   * Waits until the connection is closed.
   * @throws {Error} when what had come by then was anything but whole, well-formed responses
   */
  async closed(): Promise<readonly RawResponse[]> {
    while (!this.socket.closed) await this.#news();
    const rest = this.#parse();
    if (rest.length > 0) throw new Error(`cut off: ${JSON.stringify(rest.toString('latin1'))}`);
    return this.#responses;
  }

  /** Waits for octets, the end or the close. A reset is none of these: its close follows. */
  #news(): Promise<void> {
    return new Promise((resolve) => {
      const events = ['data', 'end', 'close'];
      const settle = (): void => {
        for (const name of events) this.socket.off(name, settle);
        resolve();
      };
      for (const name of events) this.socket.on(name, settle);
    });
  }

  #parse(): Buffer {
    const { responses, rest } = parse(Buffer.concat(this.#received));
    this.#responses.push(...responses);
    this.#received = [rest];
    return rest;
  }
}

/** Sends octets on a connection of its own, and reads whatever comes until the server ends it. */
export function exchange(port: number, octets: string): Promise<readonly RawResponse[]> {
  const client = new RawClient(port);
  client.send(octets);
  return client.closed();
}

/** Sends one request whose target arrives exactly as it stands here. */
export async function request(port: number, method: string, target: string): Promise<RawResponse> {
  const head = `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
  const [response, ...more] = await exchange(port, head);
  if (response === undefined || more.length > 0) {
    throw new Error(`expected one response to ${method} ${target}, got ${more.length}`);
  }
  return response;
}

const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d) [\t\x20-\x7e]*$/;
const FIELD_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]*([\t\x20-\x7e]*?)[\t ]*$/;

/**
 * Takes the whole responses off the front of `octets` (RFC 9112, 4 to 6). A response without
 * Content-Length is taken for one without a body, as an answer to HEAD is.
 * @throws {Error} when what is there is no well-formed response
 */
function parse(octets: Buffer): { responses: RawResponse[]; rest: Buffer } {
  const responses: RawResponse[] = [];
  let rest = octets;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    const [statusLine = '', ...fieldLines] = rest.toString('latin1', 0, end).split('\r\n');
    const status = STATUS_LINE.exec(statusLine)?.[1];
    if (status === undefined) throw new Error(`no status line: ${JSON.stringify(statusLine)}`);
    const fields = parseFields(fieldLines);
    const length = Number(fields.get('content-length')?.[0] ?? 0);
    const body = rest.subarray(end + 4, end + 4 + length);
    if (body.length < length) break;
    responses.push({ status: Number(status), fields, body: body.toString() });
    rest = rest.subarray(end + 4 + length);
  }
  return { responses, rest };
}

function parseFields(lines: readonly string[]): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const line of lines) {
    const [, name, value] = FIELD_LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw new Error(`no field line: ${JSON.stringify(line)}`);
    }
    const key = name.toLowerCase();
    fields.set(key, [...(fields.get(key) ?? []), value]);
  }
  return fields;
}
