import { once } from 'node:events';
import { connect } from 'node:net';

/** A response as its bytes say it, nothing of it interpreted. */
export interface RawResponse {
  readonly status: number;
  /** Every field's values by its name in lower case, in the order in which they came. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly body: string;
}

/**
 * Sends `bytes` on a connection of its own and reads whatever comes until the server ends it.
 * @param bytes the request or requests; a string is sent byte for character, as Latin-1
 */
export async function exchange(port: number, bytes: string | Buffer): Promise<RawResponse[]> {
  const socket = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(chunk));
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  await once(socket, 'close');
  return parseResponses(Buffer.concat(received));
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
 * Splits what a server sent into its responses (RFC 9112, 4 to 6). A response without
 * Content-Length is taken for one without a body, as an answer to HEAD is.
 * @throws {Error} when the bytes are anything but complete, well-formed responses
 */
export function parseResponses(bytes: Buffer): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`no whole head: ${JSON.stringify(rest.toString('latin1'))}`);
    const [statusLine = '', ...fieldLines] = rest.toString('latin1', 0, end).split('\r\n');
    const status = STATUS_LINE.exec(statusLine)?.[1];
    if (status === undefined) throw new Error(`no status line: ${JSON.stringify(statusLine)}`);
    const fields = parseFields(fieldLines);
    const length = Number(fields.get('content-length')?.[0] ?? 0);
    const body = rest.subarray(end + 4, end + 4 + length);
    if (body.length !== length) throw new Error(`${length} octets announced, got ${body.length}`);
    responses.push({ status: Number(status), fields, body: body.toString() });
    rest = rest.subarray(end + 4 + length);
  }
  return responses;
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
