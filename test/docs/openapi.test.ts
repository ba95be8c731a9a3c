import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import supertest from 'supertest';
import { parse } from 'yaml';
import { createHandler } from '../../src/adapters/http/create-handler.ts';
import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';
import { sampleProducts } from '../../src/adapters/memory/sample-products.ts';

interface Response {
  readonly content: Record<string, { readonly example: unknown }>;
}
interface Operation {
  readonly parameters?: readonly { readonly example: unknown }[];
  readonly responses: Record<'200', Response>;
}

/**
 * The package hands the contract's document out, and programs read it: its examples are what the
 * service answers. `npm run lint:openapi` checks that they fit the schemas.
 */
describe('docs/openapi.yaml', () => {
  const { paths, components } = parse(readFileSync('docs/openapi.yaml', 'utf8'));
  const exampleOf = (response: Response) => response.content['application/json']?.example as object;

  const handler = createHandler(new MemoryCatalog(sampleProducts));
  for (const [path, { get }] of Object.entries<{ get: Operation }>(paths)) {
    const target = path.replace(/\{\w+\}/, String(get.parameters?.[0]?.example));
    it(`shows what the service answers to GET ${target}`, () => {
      return supertest(handler).get(target).expect(200, exampleOf(get.responses['200']));
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
