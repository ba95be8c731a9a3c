import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/** uri-host [ ":" port ] (RFC 9110, 7.2), but no commas: `joinDuplicateHeaders` joins several with them. */
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

/** A character of a token (RFC 9110, 5.6.2), which any method is. */
const TCHAR = /[\w!#$%&'*+.^`|~-]/;
/** method SP request-target SP HTTP-version CRLF (RFC 9112, 3). */
const REQUEST_LINE = new RegExp(`^${TCHAR.source}+ [!-~]+ HTTP/1\\.[01]\\r\\n`);
/** What may follow a method in its request line. */
const REST = ' / HTTP/1.1\r\n';

/** An error of Node's parser, with what it was parsing, and how many bytes of that it had accepted. */
export type ParseError = NodeJS.ErrnoException & { rawPacket?: Buffer; bytesParsed?: number };

/** Whether the parser rejected a request only because of its method, judging by what has arrived of its line. */
export function isUnknownMethod({ code, rawPacket, bytesParsed = 0 }: ParseError): boolean {
  const received = rawPacket?.toString('latin1') ?? '';
  if (code === 'HPE_INVALID_CONSTANT') {
    // For methods of RTSP, such as PLAY: the parser knows them, and rejects them when it has read HTTP.
    const accepted = received.slice(0, bytesParsed).slice(-5);
    return (
      ' HTTP'.endsWith(accepted) && mayBeRequestLine(`PLAY * HTTP${received.slice(bytesParsed)}`)
    );
  }
  // The method may begin like one that the parser knows, so it begins before the rejected byte.
  let start = bytesParsed;
  while (TCHAR.test(received.charAt(start - 1))) start -= 1;
  return code === 'HPE_INVALID_METHOD' && mayBeRequestLine(received.slice(start));
}

/** Whether this is a request line, or may become one: the end of another, or all but the method, completes it. */
function mayBeRequestLine(received: string): boolean {
  for (let missing = 0; missing <= REST.length; missing += 1) {
    if (REQUEST_LINE.test(received + REST.slice(REST.length - missing))) return true;
  }
  return false;
}
