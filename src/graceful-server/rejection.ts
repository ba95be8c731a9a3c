import { type IncomingMessage, STATUS_CODES } from 'node:http';

/** The status codes of the responses that the server sends by itself, not the listener. */
export type RejectionStatus = 400 | 404 | 408 | 431;

/** Formats these error responses: returns the body, and extra header fields. */
export type ErrorFormatter = (status: RejectionStatus) => {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** An error that Node reports with `clientError`. `reason` is the parser's own description. */
export type ClientError = NodeJS.ErrnoException & { readonly reason?: string };

/** The status for what Node's HTTP parser has rejected, or for a request that took too long. */
export function statusOf({ code, reason }: ClientError): RejectionStatus {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  // A method that the parser does not know gets 404, like one that the application does not know.
  // The parser knows the methods of RTSP, such as PLAY, but rejects them in HTTP with this reason.
  const isUnknownMethod =
    code === 'HPE_INVALID_METHOD' || reason === 'Invalid method for HTTP/x.x request';
  return isUnknownMethod ? 404 : 400;
}

/**
 * Whether the server takes this request. Its version is HTTP/1.0 or 1.1. It has one Host field that
 * is not empty, and has no impossible characters; in HTTP/1.0, it may have none (RFC 9112, 3.2). It
 * has no transfer coding but `chunked`. Node's parser also lets through HTTP/0.9 and 2.0, any Host,
 * and codings before `chunked`. With Node's option `joinDuplicateHeaders`, several Host fields are
 * one, with commas in it.
 */
export function isValid({ httpVersion, headers }: IncomingMessage): boolean {
  const { host, 'transfer-encoding': coding } = headers;
  if (httpVersion !== '1.0' && httpVersion !== '1.1') return false;
  if (host === undefined ? httpVersion === '1.1' : !/^[^\s,/?#@]+$/.test(host)) return false;
  return coding === undefined || coding.toLowerCase() === 'chunked';
}

/**
 * The whole text of an error that is written to the socket without a `ServerResponse`.
 * @param method the request method, if it is known: a response to HEAD has no body
 */
export function rejectionText(
  status: RejectionStatus,
  method: string | undefined,
  formatError: ErrorFormatter,
): string {
  const { headers, body } = formatError(status);
  const headerFields = {
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    Date: new Date().toUTCString(),
    Connection: 'close',
  };
  const lines = Object.entries(headerFields).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
  return method === 'HEAD' ? head : head + body;
}
