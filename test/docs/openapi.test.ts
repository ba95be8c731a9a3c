import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';
import { sampleProducts } from '../../src/adapters/memory/sample-products.ts';
import { createServer } from '../../src/create-server.ts';
import { expectContract } from '../support/contract.ts';
import { Servers } from '../support/local-server.ts';
import { exchangeOne, get, request, WITHOUT_HOST } from '../support/raw-http.ts';

interface Response {
  readonly content: Record<string, { readonly example: unknown }>;
}
interface Operation {
  readonly parameters?: readonly { readonly example: unknown }[];
  readonly responses: Record<'200', Response>;
}

/** For each error, its status, and bytes that get it if the list cannot be read. */
const errors: Record<string, [status: number, bytes: string]> = {
  BadRequest: [400, WITHOUT_HOST],
  NotFound: [404, get('/', 'Connection: close')],
  ProductNotFound: [404, get('/api/products/9', 'Connection: close')],
  RequestTimeout: [408, 'GET'],
  RequestHeaderFieldsTooLarge: [431, get('/', `X: ${'x'.repeat(17_000)}`)],
  InternalServerError: [500, get('/api/products', 'Connection: close')],
};

/**
 * The package hands the contract's document out, and programs read it: its examples are what the
 * service answers. `npm run lint:openapi` checks that they fit the schemas.
 */
describe('docs/openapi.yaml', () => {
  const { paths, components } = parse(readFileSync('docs/openapi.yaml', 'utf8'));
  const servers = new Servers();

  for (const [path, operations] of Object.entries<{ get: Operation }>(paths)) {
    const { parameters, responses } = operations.get;
    const target = path.replace(/\{\w+\}/, String(parameters?.[0]?.example));
    it(`shows what the service answers to GET ${target}`, async () => {
      const port = await servers.startService(sampleProducts);
      const json = responses['200'].content['application/json']?.example;
      expectContract(await request(port, 'GET', target), 'GET', { status: 200, json });
    });
  }

  const findById = async () => undefined;
  const broken = { list: () => Promise.reject(new Error('out of tea')), findById };
  for (const name of Object.keys(components.responses)) {
    it(`has the text of the service for ${name}`, async () => {
      const [status, bytes] = errors[name] ?? expect.fail('no request here gets this response');
      const server = createServer(broken, { onError: () => {} });
      if (status === 408) server.headersTimeout = 1;
      const { port } = await servers.listen(server);
      const { schema } = components.responses[name].content['application/json'];
      const json = { error: schema.allOf[1].properties.error.const };
      expectContract(await exchangeOne(port, bytes), 'GET', { status, json });
    });
  }

  // products-schema.test.ts checks that schema against the service.
  it('describes a product as docs/products.schema.json does, but allows no other field', () => {
    const { definitions } = JSON.parse(readFileSync('docs/products.schema.json', 'utf8'));
    expect(withoutTexts(components.schemas.Product)).to.deep.equal({
      ...withoutTexts(definitions.product),
      additionalProperties: false,
    });
  });
});

/**
 * A schema without the texts that only people read. A field may be called `title`, too, but its
 * schema is not a string.
 */
function withoutTexts(schema: object) {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    const isText = typeof value === 'string' && (key === 'title' || key === 'description');
    return isText ? undefined : value;
  });
}
