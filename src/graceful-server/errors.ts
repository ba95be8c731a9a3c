import { type IncomingMessage, type RequestListener, STATUS_CODES } from 'node:http';

/** The status codes of the errors that the server itself sends, not the listener. */
export type ErrorStatus = 400 | 404 | 408 | 431;

/**
 * Formats an error that the server itself sends: returns the body and the header fields, without
 * Content-Length, Connection and Date, which the server sets.
 */
export type ErrorFormatter = (status: ErrorStatus) => {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** An error that Node reports with `clientError`. `reason` is the parser's own description. */
export type ClientError = NodeJS.ErrnoException & { readonly reason?: string };

/** The status for what Node's HTTP parser has rejected, or for a request that took too long. */
export function statusOf({ code, reason }: ClientError): ErrorStatus {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  // A method that the parser does not know gets 404, like one that the application does not know.
  // The parser knows the methods of RTSP, such as PLAY, but rejects them in HTTP with this reason.
  const isUnknownMethod =
    code === 'HPE_INVALID_METHOD' || reason === 'Invalid method for HTTP/x.x request';
  return isUnknownMethod ? 404 : 400;
}

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

/** Makes a listener that answers an invalid request. */
export function createBadRequestListener(formatError: ErrorFormatter): RequestListener {
  return (_request, response) => {
    const { headers, body } = errorParts(400, formatError);
    response.writeHead(400, headers).end(body);
  };
}

/**
 * The whole text of an error that is written to the socket without a `ServerResponse`.
 * @param method the request method, if it is known: a response to HEAD has no body
 */
export function formatErrorResponse(
  status: ErrorStatus,
  method: string | undefined,
  formatError: ErrorFormatter,
): string {
  const { headers, body } = errorParts(status, formatError);
  const fields = Object.entries({ ...headers, Date: new Date().toUTCString() });
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
  return method === 'HEAD' ? head : head + body;
}

function errorParts(status: ErrorStatus, formatError: ErrorFormatter) {
  const { headers, body } = formatError(status);
  const length = Buffer.byteLength(body);
  return { headers: { ...headers, 'Content-Length': length, Connection: 'close' }, body };
}
