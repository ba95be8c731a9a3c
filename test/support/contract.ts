import { expect } from 'chai';
import type { RawResponse } from './raw-http.ts';

/** The answer that the contract requires: a status, and the value of the body. */
export interface Expected {
  readonly status: number;
  readonly json: unknown;
}

export const NOT_FOUND: Expected = { status: 404, json: { error: 'Not found' } };
export const PRODUCT_NOT_FOUND: Expected = { status: 404, json: { error: 'Product not found' } };
export const INTERNAL_ERROR: Expected = { status: 500, json: { error: 'Internal server error' } };

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
