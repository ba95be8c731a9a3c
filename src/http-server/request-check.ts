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
    // The parser knows the methods of RTSP, such as PLAY, but rejects them after " HTTP". What came before may have
    // been read earlier, so `accepted` may be only the end of that. The rest of the line decides.
    const accepted = received.slice(0, bytesParsed).slice(-5);
    return (
      ' HTTP'.endsWith(accepted) && mayBeRequestLine(`PLAY * HTTP${received.slice(bytesParsed)}`)
    );
  }
  // The parser may have accepted the first bytes of the method (GE of GEX), so it begins before the rejected one.
  let start = bytesParsed;
  while (TCHAR.test(received.charAt(start - 1))) start -= 1;
  return code === 'HPE_INVALID_METHOD' && mayBeRequestLine(received.slice(start));
}

/** Whether this begins with a request line, or could grow into one: some end of `REST`, or nothing, completes it. */
function mayBeRequestLine(received: string): boolean {
  for (let start = 0; start <= REST.length; start += 1) {
    if (REQUEST_LINE.test(received + REST.slice(start))) return true;
  }
  return false;
}
