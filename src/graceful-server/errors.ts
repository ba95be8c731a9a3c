import { type ServerResponse, STATUS_CODES } from 'node:http';

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
  // The parser knows the methods of RTSP, such as PLAY, but rejects them in HTTP with this reason.
  const isUnknownMethod =
    code === 'HPE_INVALID_METHOD' || reason === 'Invalid method for HTTP/x.x request';
  return isUnknownMethod ? 404 : 400;
}

/** Sends an error as the response to a request. The connection closes then. */
export function sendError(
  response: ServerResponse,
  status: ErrorStatus,
  formatError: ErrorFormatter,
): void {
  const { headers, body } = partsOfError(status, formatError);
  response.writeHead(status, headers).end(body);
}

/**
 * The text of a whole response, for what Node has rejected: there is no `ServerResponse` for that,
 * or one that Node will not send any more.
 * @param method the request method, if it is known: a response to HEAD has no body
 */
export function errorResponseText(
  status: ErrorStatus,
  method: string | undefined,
  formatError: ErrorFormatter,
): string {
  const { headers, body } = partsOfError(status, formatError);
  const fields = Object.entries({ ...headers, Date: new Date().toUTCString() });
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
  return method === 'HEAD' ? head : head + body;
}

function partsOfError(status: ErrorStatus, formatError: ErrorFormatter) {
  const { headers, body } = formatError(status);
  const length = Buffer.byteLength(body);
  return { headers: { ...headers, 'Content-Length': length, Connection: 'close' }, body };
}
