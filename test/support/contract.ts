import { expect } from 'chai';
import type { Product } from '../../src/domain/product.ts';
import type { RawResponse } from './raw-http.ts';

/** The answer that the contract requires: a status, and the value of the body. */
export interface Expected {
  readonly status: number;
  readonly json: unknown;
}

export const NOT_FOUND: Expected = { status: 404, json: { error: 'Not found' } };
export const PRODUCT_NOT_FOUND: Expected = { status: 404, json: { error: 'Product not found' } };
export const INTERNAL_ERROR: Expected = { status: 500, json: { error: 'Internal server error' } };

/**
 * The contract, written a second time and in another way than in the service: the answer to a
 * request where the catalogue holds `products`.
 */
export function answerByContract(
  method: string,
  target: string,
  products: readonly Product[],
): Expected {
  if (method !== 'GET') return NOT_FOUND;

  let url = target;
  for (const scheme of ['http://', 'https://']) {
    if (target.slice(0, scheme.length).toLowerCase() !== scheme) continue;
    const [authority = '', ...segments] = target.slice(scheme.length).split('/');
    if (authority === '' || authority.includes('?') || authority.includes('#')) return NOT_FOUND;
    url = ['', ...segments].join('/');
  }
  if (url === '/api/products') return { status: 200, json: products };

  const [path = ''] = url.split('?', 1);
  const segments = path.split('/');
  const [root, api, collection, ...below] = segments;
  if (root !== '' || api !== 'api' || collection !== 'products' || below.length === 0) {
    return NOT_FOUND;
  }
  const segment = below.at(-1);
  if (segment === undefined || segment === '') return PRODUCT_NOT_FOUND;
  const product = products.find(({ id }) => id === Number(segment));
  return product === undefined ? PRODUCT_NOT_FOUND : { status: 200, json: product };
}

/** Checks a response against the contract, its header fields included. */
export function expectContract(response: RawResponse, method: string, expected: Expected): void {
  expect(response.status, 'status').to.equal(expected.status);
  const json = expectJson(response, method);
  if (method !== 'HEAD') expect(json).to.deep.equal(expected.json);
}

/**
 * Checks that responses have these statuses, and all that the contract requires of each.
 * @param whose whose responses they are, for messages
 */
export function expectResponses(
  responses: readonly RawResponse[],
  statuses: readonly number[],
  whose?: string,
): void {
  expect(
    responses.map(({ status }) => status),
    whose,
  ).to.deep.equal(statuses);
  for (const response of responses) expectJson(response, 'GET');
}

/**
 * Checks what the contract requires of every response: `application/json` that any origin may read.
 * @returns the value of the body; `undefined` for a response to HEAD, which has none
 */
function expectJson({ headers, body }: RawResponse, method: string): unknown {
  const expectField = (name: string, value: string | null) =>
    expect(headers.get(name), name).to.equal(value);
  expectField('Content-Type', 'application/json');
  expectField('Access-Control-Allow-Origin', '*');
  if (method === 'HEAD') {
    expect(body).to.equal('');
    expectField('Content-Length', null);
    return undefined;
  }
  expectField('Content-Length', String(Buffer.byteLength(body)));
  return JSON.parse(body);
}
