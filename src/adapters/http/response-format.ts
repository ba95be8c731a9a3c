/** The header fields of each response. */
export const HEADERS = {
  // Koa's `ctx.type` would append a charset, which JSON's media type does not have (RFC 8259, 11).
  'Content-Type': 'application/json',
  // Any page may read the response. The products are public, and the service knows no user, so
  // there is nothing that only some origins may see.
  'Access-Control-Allow-Origin': '*',
};

/** The message of a 404 if no route matches the method and the target. */
export const NOT_FOUND = 'Not found';

/** The message of a 404 if the target is that of a product, but no product has its id. */
export const PRODUCT_NOT_FOUND = 'Product not found';

/** The messages of errors by status. The server itself sends all of these except 500. */
export const MESSAGES = {
  400: 'Bad request',
  404: NOT_FOUND,
  408: 'Request timeout',
  431: 'Request header fields too large',
  500: 'Internal server error',
};

/** The body of an error. */
export function errorBody(message: string): string {
  return JSON.stringify({ error: message });
}

/** The header fields and the body of an error that the server sends without the application. */
export function formatErrorResponse(status: keyof typeof MESSAGES) {
  return { headers: HEADERS, body: errorBody(MESSAGES[status]) };
}
