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
 * Whether the method is HEAD. Such a response has no body, and here no Content-Length either: it would have to be that
 * of the response to GET (RFC 9110, 8.6), which may be a 200 where HEAD gets 404.
 */
export function isHead(method: string | undefined): boolean {
  return method === 'HEAD';
}

/** Sends an error for a request that never reaches the application, as the last response on its connection. */
export function sendError(response: ServerResponse, status: keyof typeof ERRORS): void {
  const body = errorJson(status);
  // `writeHead` makes Node skip its own Content-Length.
  const length = isHead(response.req.method) ? {} : { 'Content-Length': Buffer.byteLength(body) };
  response.shouldKeepAlive = false;
  response.writeHead(status, { ...HEADERS, ...length }).end(body);
}
