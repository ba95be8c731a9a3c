import type { IncomingMessage } from 'node:http';

/** A value of Host that is not empty, and has no white space and none of `,/?#@`. */
const HOST = /^[^\s,/?#@]+$/;

/**
 * Whether a request is valid where Node's parser is not strict:
 * - Its version is HTTP/1.0 or 1.1; the parser also takes 0.9 and 2.0.
 * - It has one valid Host field. In HTTP/1.0, it may have none (RFC 9112, 3.2). A comma is refused,
 *   although a host name may contain one: Node's option `joinDuplicateHeaders` puts commas between
 *   the values of several Host fields.
 * - It has no transfer coding but `chunked`, and in HTTP/1.0 none at all (RFC 9112, 6.1).
 */
export function isValidRequest({ httpVersion, headers }: IncomingMessage): boolean {
  const { host, 'transfer-encoding': coding } = headers;
  if (host === undefined ? httpVersion !== '1.0' : !HOST.test(host)) return false;
  if (httpVersion === '1.0') return coding === undefined;
  return httpVersion === '1.1' && (coding === undefined || coding.toLowerCase() === 'chunked');
}
