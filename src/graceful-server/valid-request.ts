import type { IncomingMessage } from 'node:http';

/**
 * Whether a request is valid where Node's parser is not strict:
 * - Its version is HTTP/1.0 or 1.1; the parser also takes 0.9 and 2.0.
 * - It has one Host field, whose value is not empty and has no white space and none of `/?#@`.
 *   A comma is refused, too, although a host name may contain one: Node's option
 *   `joinDuplicateHeaders` puts commas between the values of several Host fields. In HTTP/1.0,
 *   Host may be missing (RFC 9112, 3.2).
 * - It has no transfer coding but `chunked`, and in HTTP/1.0 none at all (RFC 9112, 6.1).
 */
export function isValidRequest({ httpVersion, headers }: IncomingMessage): boolean {
  const { host, 'transfer-encoding': coding } = headers;
  const isHostValid = host === undefined ? httpVersion === '1.0' : /^[^\s,/?#@]+$/.test(host);
  const isCodingValid =
    coding === undefined || (httpVersion === '1.1' && coding.toLowerCase() === 'chunked');
  return (httpVersion === '1.0' || httpVersion === '1.1') && isHostValid && isCodingValid;
}
