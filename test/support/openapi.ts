import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { parse } from 'yaml';

/** The part of docs/openapi.yaml that is read here. Redocly's linter checks the whole document. */
interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

interface DocumentedResponse {
  readonly headers: Readonly<Record<string, { readonly schema: object }>>;
  readonly content: Readonly<
    Record<string, { readonly schema: object; readonly example: unknown }>
  >;
}

const document: unknown = parse(readFileSync('docs/openapi.yaml', 'utf8'));
const { paths } = resolved(document) as OpenApi;
const ajv = new Ajv2020({ allErrors: true });

/** Every response of every operation, by its operation and status, such as `getProduct 404`. */
export const documentedResponses: ReadonlyMap<string, DocumentedResponse> = new Map(
  Object.values(paths).flatMap(({ get: { operationId, responses } }) =>
    Object.entries(responses).map(([status, response]) => [`${operationId} ${status}`, response]),
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

/** Checks a response against what the document says. @param json `undefined` if the method was HEAD */
export function expectDocumented(
  operationId: string,
  status: number,
  headers: Headers,
  json?: unknown,
): void {
  const name = `${operationId} ${status}`;
  const documented = documentedResponses.get(name) ?? expect.fail(`no ${name}`);
  for (const [field, { schema }] of Object.entries(documented.headers)) {
    expectValid(schema, headers.get(field), `${field} of ${name}`);
  }
  const type = headers.get('Content-Type') ?? 'none';
  const media = documented.content[type] ?? expect.fail(`${name} is not documented as ${type}`);
  if (json !== undefined) expectValid(media.schema, json, name);
}

function expectValid(schema: object, value: unknown, what: string): void {
  const validate = ajv.compile(schema);
  const isValid = validate(value);
  const errors = ajv.errorsText(validate.errors);
  expect(isValid, `${what} in docs/openapi.yaml: ${errors}`).to.equal(true);
}

/** A part of the document, with the parts that it refers to in their places. */
function resolved(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(resolved);
  if ('$ref' in part) return resolved(at(String(part.$ref)));
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolved(value)]));
}

/** The part at a JSON pointer (RFC 6901), which has no escaped characters here. */
function at(pointer: string): unknown {
  const keys = pointer.split('/').slice(1);
  return keys.reduce((part, key) => (part as Readonly<Record<string, unknown>>)[key], document);
}
