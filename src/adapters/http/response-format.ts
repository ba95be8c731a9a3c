/**
 * The header fields of each response. Koa's `ctx.type` would append a charset, which JSON's media type does not have
 * (RFC 8259, 11).
 */
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

/** The response to what never reaches the application, whose own error is 500. */
export function formatError(status: Exclude<keyof typeof ERRORS, 500>) {
  return { headers: HEADERS, body: errorJson(status) };
}

/** The body of an error. */
export function errorJson(error: keyof typeof ERRORS | 'Product not found'): string {
  return JSON.stringify({ error: typeof error === 'number' ? ERRORS[error] : error });
}
