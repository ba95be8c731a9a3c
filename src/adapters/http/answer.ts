import type { Context } from 'koa';

export const NOT_FOUND = errorJson('Not found');
export const PRODUCT_NOT_FOUND = errorJson('Product not found');
export const INTERNAL_SERVER_ERROR = errorJson('Internal server error');

/** The form of every error body. */
export function errorJson(error: string): string {
  return JSON.stringify({ error });
}

/** Answers with `status` and `json`, or with `status` alone where the method is HEAD. */
export function answer({ req, response }: Context, status: number, json: string | Buffer): void {
  response.status = status;
  // Koa would leave out the body too, but announce its length, which is to be that of the answer
  // to a GET (RFC 9110, 8.6): another one here.
  if (req.method !== 'HEAD') response.body = json;
}
