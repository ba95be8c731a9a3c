import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** uri-host [ ":" port ] (RFC 9110, 7.2), its comma refused: it would hide a second host. */
const HOST = /^(?:\[([\d.:a-f]+)\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})+)(?::(\d*))?$/i;
const HIGHEST_PORT = 65535;

/**
 * Whether RFC 9112 allows a request that Node's parser has let through: its version is 1.0 or 1.1,
 * it has one valid Host (3.2), and no Transfer-Encoding but `chunked`, in HTTP/1.1 alone (6.1).
 */
export function isWellFormed({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return false;
  // `headers` has the first Host only, and `headersDistinct` would be made for each request.
  const isHost = (text: string, i: number) => i % 2 === 0 && text.toLowerCase() === 'host';
  if (rawHeaders.filter(isHost).length > 1) return false;
  if (headers.host === undefined ? httpVersion === '1.1' : !isValidHost(headers.host)) return false;
  const coding = headers['transfer-encoding'];
  return coding === undefined || (httpVersion === '1.1' && coding.toLowerCase() === 'chunked');
}

/** Whether a body follows the fields of a request, be it an empty one (RFC 9112, 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
}

function isValidHost(value: string): boolean {
  const match = HOST.exec(value);
  if (match === null) return false;
  const [, ipv6, port] = match;
  return (ipv6 === undefined || isIPv6(ipv6)) && Number(port ?? 0) <= HIGHEST_PORT;
}
