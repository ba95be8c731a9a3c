import type { ServerResponse } from 'node:http';

/** The header fields of each response. Not Koa's `ctx.type`, which would add a charset (RFC 8259, 11, has none). */
export const HEADERS = {
  'Content-Type': 'application/json',
  'Access-Control-Allow-Origin': '*',
};

const ERRORS = {
  400: 'Bad request',
  404: 'Not found',
  408: 'Request timeout',
  431: 'Request header fields too large',
  500: 'Internal server error',
} as const;

/** The body of an error. */
export function errorJson(error: keyof typeof ERRORS | 'Product not found'): string {
  return JSON.stringify({ error: typeof error === 'number' ? ERRORS[error] : error });
}

/**
 * Sends an error for a request that never reaches the application, as the last response on its connection. For HEAD, it
 * has no body, and no Content-Length either: that would have to be GET's (RFC 9110, 8.6), which may get a 200.
 */
export function sendError(response: ServerResponse, status: keyof typeof ERRORS): void {
  const body = errorJson(status);
  const isHead = response.req.method === 'HEAD';
  const length = isHead ? {} : { 'Content-Length': Buffer.byteLength(body) };
  response.shouldKeepAlive = false;
  // `writeHead` makes Node skip its own Content-Length.
  response.writeHead(status, { ...HEADERS, ...length }).end(body);
}
