import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { parse } from 'yaml';

/** The part of docs/openapi.yaml that is read here. Redocly's linter checks the whole document. */
interface OpenApi {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, DocumentedResponse | Reference>>;
}

interface Reference {
  readonly $ref: string;
}

interface DocumentedResponse {
  readonly headers: Readonly<Record<string, object>>;
  readonly content: Readonly<Record<string, { readonly example: unknown }>>;
}

/** A response as a client receives it, without `json` if the method is HEAD. */
export interface Received {
  readonly status: number;
  readonly field: (name: string) => string | undefined;
  readonly json?: unknown;
}

const FILE = new URL('../../docs/openapi.yaml', import.meta.url);
export const openapi = parse(readFileSync(FILE, 'utf8')) as OpenApi;
// The document itself is not a schema, but Ajv finds the schemas in it by their pointers.
const ajv = new Ajv2020({ allErrors: true })
  .addVocabulary(Object.keys(openapi))
  .addSchema(openapi, 'openapi');

/** Every response of every operation, by its operation and status, such as `getProduct 404`. */
export const documentedResponses: ReadonlyMap<string, DocumentedResponse> = new Map(
  Object.values(openapi.paths).flatMap(({ get }) =>
    Object.keys(get.responses).map((status) => [
      `${get.operationId} ${status}`,
      at(pointerTo(get.operationId, Number(status))) as DocumentedResponse,
    ]),
  ),
);

/**
 * The operation that `json` is a response of. A response of no operation counts as one of listProducts,
 * which documents the responses to any other request.
 */
export function operationOf(json: unknown): string {
  const { id, error } = (json ?? {}) as { readonly id?: unknown; readonly error?: unknown };
  return id !== undefined || error === 'Product not found' ? 'getProduct' : 'listProducts';
}

/** Checks `received` against what the document says of this operation and status. */
export function expectDocumented(operationId: string, received: Received): void {
  const pointer = pointerTo(operationId, received.status);
  const { headers, content } = at(pointer) as DocumentedResponse;
  for (const name of Object.keys(headers)) {
    const header = resolved(`${pointer}/headers/${name}`);
    expectValid(`${header}/schema`, received.field(name), `${name} of ${received.status}`);
  }
  const mediaType = received.field('Content-Type') ?? 'none';
  expect(content, `media types of ${operationId} ${received.status}`).to.have.property(mediaType);
  if (received.json === undefined) return;
  const schema = `${pointer}/content/${escaped(mediaType)}/schema`;
  expectValid(schema, received.json, `${operationId} ${received.status}`);
}

function expectValid(pointer: string, value: unknown, what: string): void {
  const validate = ajv.getSchema(`openapi${pointer}`);
  if (validate === undefined) throw new Error(`docs/openapi.yaml has no ${pointer}`);
  const valid = validate(value);
  expect(valid, `${what} in docs/openapi.yaml: ${ajv.errorsText(validate.errors)}`).to.equal(true);
}

function pointerTo(operationId: string, status: number): string {
  const entry = Object.entries(openapi.paths).find(
    ([, { get }]) => get.operationId === operationId,
  );
  if (entry === undefined) throw new Error(`docs/openapi.yaml has no operation ${operationId}`);
  return resolved(`#/paths/${escaped(entry[0])}/get/responses/${status}`);
}

/** The JSON pointer, or the one that the reference there contains. */
function resolved(pointer: string): string {
  const value = at(pointer) as Reference | Readonly<Record<string, unknown>>;
  return typeof value.$ref === 'string' ? value.$ref : pointer;
}

/** The value at a JSON pointer of the document (RFC 6901). */
function at(pointer: string): unknown {
  const [, ...keys] = pointer.split('/');
  return keys.reduce<unknown>((value, key) => {
    const below = (value as Readonly<Record<string, unknown>>)[unescaped(key)];
    if (below === undefined) throw new Error(`docs/openapi.yaml has no ${pointer}`);
    return below;
  }, openapi);
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescaped(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}
