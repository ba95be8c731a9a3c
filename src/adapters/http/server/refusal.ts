import type { ServerResponse } from 'node:http';

const ERRORS = {
  400: 'Bad request',
  404: 'Not found',
  408: 'Request timeout',
  431: 'Request header fields too large',
} as const;

/** The status of a response that bypasses the application. It is the last one on its connection. */
export type RefusalStatus = keyof typeof ERRORS;

/** Sends a refusal, in the format of the contract's errors, to a request that the application never sees. */
export function sendRefusal(response: ServerResponse, status: RefusalStatus): void {
  const body = JSON.stringify({ error: ERRORS[status] });
  response.shouldKeepAlive = false;
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Access-Control-Allow-Origin', '*');
  // Node adds a Content-Length by itself, but only to what it knows to be HTTP/1.1.
  if (response.req.method !== 'HEAD') response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}
