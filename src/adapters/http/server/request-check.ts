import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** uri-host [ ":" port ] (RFC 9110, 7.2), its comma refused: it would hide a second host. */
const HOST = /^(?:\[([\d.:a-f]+)\]|(?:[\w.~!$&'()*+;=-]|%[\da-f]{2})+)(?::(\d*))?$/i;
const HIGHEST_PORT = 65535;

/** What the fields of a request say of its framing. */
export type Framing = 'faulty' | 'body' | 'no body';

/**
 * Holds a request against what Node's parser lets through but RFC 9112 does not: versions other
 * than 1.0 and 1.1, a missing, repeated or invalid Host (3.2), and a Transfer-Encoding other than
 * `chunked`, or in HTTP/1.0 (6.1).
 *
 * Reads `rawHeaders`, where a repeated field is not lost, and which costs no parsing.
 */
export function framingOf({ httpVersion, rawHeaders }: IncomingMessage): Framing {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'faulty';
  let hosts = 0;
  let hasBody = false;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const value = rawHeaders[i + 1] ?? '';
    switch (rawHeaders[i]?.toLowerCase()) {
      case 'host':
        hosts += 1;
        if (hosts > 1 || !isValidHost(value)) return 'faulty';
        break;
      case 'transfer-encoding':
        // Twice `chunked` is refused by the parser already.
        if (httpVersion === '1.0' || value.toLowerCase() !== 'chunked') return 'faulty';
        hasBody = true;
        break;
      case 'content-length':
        hasBody = true;
        break;
    }
  }
  if (hosts === 0 && httpVersion === '1.1') return 'faulty';
  return hasBody ? 'body' : 'no body';
}

function isValidHost(value: string): boolean {
  const match = HOST.exec(value);
  if (match === null) return false;
  const [, ipv6, port] = match;
  return (ipv6 === undefined || isIPv6(ipv6)) && Number(port ?? 0) <= HIGHEST_PORT;
}
