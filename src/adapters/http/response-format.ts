/**
 * The header fields of each response. Koa's `ctx.type` would append a charset, which JSON's media
 * type does not have (RFC 8259, 11).
 */
export const HEADERS = {
  'Content-Type': 'application/json',
  'Access-Control-Allow-Origin': '*',
};

/** The message of a 404 if there is no product with the id. */
export const PRODUCT_NOT_FOUND = 'Product not found';

/** The messages of all other errors, by status. The server sends those but 500 by itself, too. */
export const MESSAGES = {
  400: 'Bad request',
  404: 'Not found',
  408: 'Request timeout',
  431: 'Request header fields too large',
  500: 'Internal server error',
};

/** The body of an error. */
export function errorBody(message: string): string {
  return JSON.stringify({ error: message });
}

/** The header fields and the body for an error that the server answers without the application. */
export function formatError(status: keyof typeof MESSAGES) {
  return { headers: HEADERS, body: errorBody(MESSAGES[status]) };
}
