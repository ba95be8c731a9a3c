export const RESPONSE_HEADERS = {
  // Koa's `ctx.type` would append a charset, which JSON's media type does not have (RFC 8259, 11).
  'Content-Type': 'application/json',
  // Any page may read the response. The products are public, and the service knows no user, so
  // there is nothing that only some origins may see.
  'Access-Control-Allow-Origin': '*',
};

/** The message of a 404 for the target of a product that does not exist. */
export const PRODUCT_NOT_FOUND_MESSAGE = 'Product not found';

/** The messages of all other errors, by status. */
export const ERROR_MESSAGES = {
  400: 'Bad request',
  404: 'Not found',
  408: 'Request timeout',
  431: 'Request header fields too large',
  500: 'Internal server error',
};

export function errorBody(message: string): string {
  return JSON.stringify({ error: message });
}

/** The header fields and the body of an error that is sent without Koa. */
export function formatError(status: keyof typeof ERROR_MESSAGES) {
  return { headers: RESPONSE_HEADERS, body: errorBody(ERROR_MESSAGES[status]) };
}
