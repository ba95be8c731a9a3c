import { connect } from 'node:net';

/** Where every server listens. */
export const HOST = '127.0.0.1';

export interface Answer {
  readonly status: number;
  /** What the JSON of the body stands for. */
  readonly body: unknown;
  /** Length of the whole answer, head and body. */
  readonly octets: number;
}

/** The octets of a request, as short as they can be. */
export function requestFor(port: number, target: string): Buffer {
  return Buffer.from(`GET ${target} HTTP/1.1\r\nHost: ${HOST}:${port}\r\n\r\n`);
}

/**
 * Asks once, on a keep-alive connection of its own, and reads the whole answer.
 * @throws {Error} when there is none, or none whose head says how long it is
 */
export async function ask(port: number, target: string): Promise<Answer> {
  const socket = connect({ port, host: HOST });
  socket.write(requestFor(port, target));
  const chunks: Buffer[] = [];
  let received = 0;
  let octets: number | undefined;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    received += chunk.length;
    octets ??= answerLength(Buffer.concat(chunks));
    if (octets !== undefined && received >= octets) return parse(Buffer.concat(chunks));
  }
  throw new Error(`${target}: the server closed before it had answered`);
}

/** Of head and body together; `undefined` while some of the head is to come. */
function answerLength(start: Buffer): number | undefined {
  const head = headOf(start);
  if (head === undefined) return undefined;
  const length = /^content-length: (\d+)\r$/im.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without Content-Length:\n${head}`);
  return head.length + Number(length);
}

function parse(answer: Buffer): Answer {
  const head = headOf(answer) ?? '';
  const body: unknown = JSON.parse(answer.toString('utf8', head.length));
  return { status: Number(head.split(' ')[1]), body, octets: answer.length };
}

/** The head, as long in characters as in octets; `undefined` while some of it is to come. */
function headOf(start: Buffer): string | undefined {
  const end = start.indexOf('\r\n\r\n');
  return end < 0 ? undefined : start.toString('latin1', 0, end + 4);
}
