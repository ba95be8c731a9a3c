import type { ServerResponse } from 'node:http';
import { type Product, pickProductFields } from '../../domain/product.ts';

/** The header fields of every response. */
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

/** The body of every error. */
export function errorBody(message: string): string {
  return JSON.stringify({ error: message });
}

/** The header fields and the body of an error that is sent without Koa. */
export function formatError(status: keyof typeof ERROR_MESSAGES) {
  return { headers: RESPONSE_HEADERS, body: errorBody(ERROR_MESSAGES[status]) };
}

/** Answers 500, in the format of all errors. */
export function sendInternalError(response: ServerResponse): void {
  const { headers, body } = formatError(500);
  response.statusCode = 500;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // The fields are set, not passed to `writeHead`, so that Node adds the length of the body in
  // HTTP/1.1. For HEAD, Node sends neither the body nor its length.
  response.end(body);
}

/** A product as JSON, with exactly its fields, even if some adapter's products have more. */
export function serializeProduct(product: Product): string {
  return JSON.stringify(pickProductFields(product));
}

const bytesByList = new WeakMap<readonly Product[], Buffer>();

/**
 * A list as JSON in UTF-8. The bytes of a list that cannot change are kept for all responses. Any
 * other list is serialised each time, so it is never stale.
 */
export function serializeList(products: readonly Product[]): Buffer {
  const kept = bytesByList.get(products);
  if (kept !== undefined) return kept;
  const bytes = Buffer.from(JSON.stringify(products.map(pickProductFields)));
  const isImmutable = Object.isFrozen(products) && products.every(Object.isFrozen);
  if (isImmutable) bytesByList.set(products, bytes);
  return bytes;
}
