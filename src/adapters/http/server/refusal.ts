import { STATUS_CODES } from 'node:http';
import { errorJson } from './answer.ts';

/** An answer that the server gives without the application, as the last on its connection. */
export interface Refusal {
  readonly status: 400 | 404 | 408 | 431;
  readonly error: string;
}

export const BAD_REQUEST: Refusal = { status: 400, error: 'Bad request' };
/** What any other method is answered with; but Node leaves CONNECT to the server. */
export const NO_TUNNEL: Refusal = { status: 404, error: 'Not found' };
export const REQUEST_TIMEOUT: Refusal = { status: 408, error: 'Request timeout' };
export const FIELDS_TOO_LARGE: Refusal = { status: 431, error: 'Request header fields too large' };

/** The refusal for what Node's parser or its clock has found; any other code is a bad request. */
export function refusalOf(code: string | undefined): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return REQUEST_TIMEOUT;
  if (code === 'HPE_HEADER_OVERFLOW') return FIELDS_TOO_LARGE;
  return BAD_REQUEST;
}

/**
 * A refusal as it goes over the wire, in the form of every other answer.
 * @param method of the request where it is known: an answer to HEAD has no body
 */
export function refusalText({ status, error }: Refusal, method?: string): string {
  const body = errorJson(error);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    'Access-Control-Allow-Origin: *',
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
  ];
  if (method === 'HEAD') return [...head, '\r\n'].join('\r\n');
  return [...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');
}
