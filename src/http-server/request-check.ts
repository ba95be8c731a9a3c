import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** uri-host [ ":" port ] (RFC 9110, 7.2), but without commas: with `joinDuplicateHeaders`, a comma means several. */
const HOST = /^(?:\[([\d.:a-f]+)\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})+)(?::(\d*))?$/i;

/**
 * Checks what RFC 9112 demands and Node's parser does not: the version is 1.0 or 1.1, there is one valid
 * Host (3.2), and the only Transfer-Encoding is `chunked`, in HTTP/1.1 (6.1).
 */
export function isWellFormed({ httpVersion, headers }: IncomingMessage): boolean {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return false;
  if (headers.host === undefined ? httpVersion === '1.1' : !isValidHost(headers.host)) return false;
  const coding = headers['transfer-encoding'];
  return coding === undefined || (httpVersion === '1.1' && coding.toLowerCase() === 'chunked');
}

function isValidHost(value: string): boolean {
  const [match, ipv6, port] = HOST.exec(value) ?? [];
  if (match === undefined) return false;
  return (ipv6 === undefined || isIPv6(ipv6)) && Number(port ?? 0) < 2 ** 16;
}

/**
 * Whether the response to a request is the last on its connection, for a reason that Node does not see: in HTTP/1.0,
 * `close` beside `keep-alive` (RFC 9112, 9.3), and HEAD, whose response has no length; an upgrade, as Node's parser
 * loses what follows it; and an expectation, as the client was not told whether to send its body.
 */
export function willClose({ httpVersion, method, headers }: IncomingMessage): boolean {
  if (headers.upgrade !== undefined || headers.expect !== undefined) return true;
  return httpVersion === '1.0' && (method === 'HEAD' || CLOSE.test(headers.connection ?? ''));
}

const CLOSE = /(?:^|,)[ \t]*close[ \t]*(?:,|$)/i;

/** An error of Node's parser, with what it was parsing, and how many bytes of that it had accepted. */
export type ParseError = NodeJS.ErrnoException & {
  readonly reason?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
};

/** The status of a refusal: a response that the server sends by itself, as the last one on its connection. */
export type RefusalStatus = 400 | 404 | 408 | 431;

/**
 * The rest of a request line (RFC 9112, 3), from a byte in its method or right behind that. Sticky: it begins at the
 * byte that the parser has rejected, since it may have accepted the first ones of the method (GE of GEX).
 */
const REST_OF_LINE = /(?:[\w!#$%&'*+.^`|~-]+|(?<=[\w!#$%&'*+.^`|~-])) [!-~]+ HTTP\/1\.[01]\r\n/y;

/** The status for what Node's parser rejected: 404 if only the method is unknown. */
export function statusFor({ code, reason, rawPacket, bytesParsed = 0 }: ParseError): RefusalStatus {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  // The parser knows the methods of RTSP, such as PLAY.
  if (reason === 'Invalid method for HTTP/x.x request') return 404;
  if (code !== 'HPE_INVALID_METHOD' || rawPacket === undefined) return 400;
  REST_OF_LINE.lastIndex = bytesParsed;
  return REST_OF_LINE.test(rawPacket.toString('latin1')) ? 404 : 400;
}
