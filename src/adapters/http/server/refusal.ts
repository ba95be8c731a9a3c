import { type ServerResponse, STATUS_CODES } from 'node:http';

const ERRORS = {
  400: 'Bad request',
  404: 'Not found',
  408: 'Request timeout',
  431: 'Request header fields too large',
} as const;

/** The status of a response that bypasses the application. It is the last one on its connection. */
export type Refusal = keyof typeof ERRORS;

const FIELDS = new Map([
  ['Content-Type', 'application/json'],
  ['Access-Control-Allow-Origin', '*'],
]);

/** The status for an error from Node's parser or from its timeouts. */
export function refusalOf(code: string | undefined): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

/** Sends a refusal through the response to a request that the application has not seen. */
export function refuse(response: ServerResponse, status: Refusal): void {
  const body = errorJson(status);
  response.shouldKeepAlive = false;
  response.statusCode = status;
  response.setHeaders(FIELDS);
  // Node adds a Content-Length by itself, but not in HTTP/1.0.
  if (response.req.method !== 'HEAD') response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

/** A refusal as text, for a connection on which there is no response to use. */
export function refusalText(status: Refusal): string {
  const body = errorJson(status);
  const fields = [
    ...FIELDS,
    ['Content-Length', Buffer.byteLength(body)],
    ['Date', new Date().toUTCString()],
    ['Connection', 'close'],
  ];
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

/** The body, in the format of the contract's errors. */
function errorJson(status: Refusal): string {
  return JSON.stringify({ error: ERRORS[status] });
}
