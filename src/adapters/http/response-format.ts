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
