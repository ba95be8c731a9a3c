import { STATUS_CODES } from 'node:http';

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
export function errorStatusOf({ code, reason }: ClientError): ErrorStatus {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  // A method that the parser does not know gets 404, like one that the application does not know.
  // The parser knows the methods of RTSP, such as PLAY, but rejects them in HTTP with this reason
  // (`llhttp__internal__run` in deps/llhttp/src/llhttp.c).
  const isUnknownMethod =
    code === 'HPE_INVALID_METHOD' || reason === 'Invalid method for HTTP/x.x request';
  return isUnknownMethod ? 404 : 400;
}

/** The text of a whole response, for what Node has rejected: that has no `ServerResponse`. */
export function errorText(status: ErrorStatus, formatError: ErrorFormatter): string {
  const { headers, body } = formatError(status);
  const fields = {
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
    Date: new Date().toUTCString(),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
