import { readFileSync } from 'node:fs';
import { AssertionError, expect } from 'chai';
import request from 'supertest';
import { createApp } from '../../src/adapters/http/app.ts';
import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';
import { seedProducts } from '../../src/adapters/memory/seed-products.ts';
import { documentedResponses, expectDocumented, openapi } from '../support/openapi.ts';

const [product] = seedProducts;
const FIELDS = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };
const CLOSING = { ...FIELDS, connection: 'close' };

/** What the document must say at least: the header fields of a response, and a body to refuse. */
const responses: [operation: string, status: number, fields: object, refused: unknown][] = [
  ['listProducts', 200, FIELDS, { products: [product] }],
  ['listProducts', 400, CLOSING, { error: 'Not found' }],
  ['listProducts', 404, FIELDS, { error: 'Product not found' }],
  ['listProducts', 408, CLOSING, { error: 'Not found' }],
  ['listProducts', 431, CLOSING, { error: 'Not found' }],
  ['listProducts', 500, FIELDS, { error: 'Cannot read properties of undefined' }],
  ['getProduct', 200, FIELDS, [product]],
  ['getProduct', 400, CLOSING, { error: 'Not found' }],
  ['getProduct', 404, FIELDS, { error: 'Not found' }],
  ['getProduct', 408, CLOSING, { error: 'Not found' }],
  ['getProduct', 431, CLOSING, { error: 'Not found' }],
  ['getProduct', 500, FIELDS, { error: 'Cannot read properties of undefined' }],
];

describe('docs/openapi.yaml', () => {
  it('has the version of the package', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(openapi.info.version).to.equal(version);
  });

  it('has these responses and no others', () => {
    const names = responses.map(([operation, status]) => `${operation} ${status}`);
    expect([...documentedResponses.keys()]).to.have.members(names);
  });

  for (const [operation, status, fields, refused] of responses) {
    describe(`${operation} ${status}`, () => {
      const example = documentedResponses.get(`${operation} ${status}`)?.content['application/json']
        ?.example;

      function check(json: unknown, override: Readonly<Record<string, unknown>> = {}): () => void {
        const all = { ...fields, ...override } as Readonly<Record<string, string | undefined>>;
        const field = (name: string) => all[name.toLowerCase()];
        return () => expectDocumented(operation, { status, field, json });
      }

      it('accepts its own example', () => {
        expect(check(example)).not.to.throw();
      });

      it('refuses a response with other header fields', () => {
        for (const name of Object.keys(fields)) {
          expect(check(example, { [name]: undefined }), name).to.throw(AssertionError);
          expect(check(example, { [name]: 'application/json; charset=utf-8' }), name).to.throw(
            AssertionError,
          );
        }
      });

      it('refuses a body of another form', () => {
        const misses = [null, 'text', {}, refused, ...nearMisses(example)];
        for (const miss of misses) {
          expect(check(miss), JSON.stringify(miss)).to.throw(AssertionError);
        }
      });
    });
  }

  const examples: [target: string, operation: string, status: number][] = [
    ['/api/products', 'listProducts', 200],
    ['/api/products?page=2', 'listProducts', 404],
    ['/api/products/2', 'getProduct', 200],
    ['/api/products/9', 'getProduct', 404],
  ];
  for (const [target, operation, status] of examples) {
    it(`shows the actual response to GET ${target}`, async () => {
      const handler = createApp(new MemoryCatalog(seedProducts)).callback();
      const response = await request(handler).get(target);
      const documented = documentedResponses.get(`${operation} ${status}`);
      expect(response.status).to.equal(status);
      expect(response.body).to.deep.equal(documented?.content['application/json']?.example);
    });
  }

  it('limits an id to the integers that a double holds exactly, and does not limit a price', () => {
    const field = (name: string) => ({ ...FIELDS })[name.toLowerCase()];
    const check = (values: object) => () =>
      expectDocumented('getProduct', { status: 200, field, json: { ...product, ...values } });
    for (const id of [Number.MIN_SAFE_INTEGER, -1, 0, Number.MAX_SAFE_INTEGER]) {
      expect(check({ id }), String(id)).not.to.throw();
    }
    for (const id of [-(2 ** 53), 1.5, 2 ** 53]) {
      expect(check({ id }), String(id)).to.throw(AssertionError);
    }
    for (const price of [-Number.MAX_VALUE, -0.5, 0, Number.MAX_VALUE]) {
      expect(check({ price }), String(price)).not.to.throw();
    }
  });
});

/** Bodies that each differ from `json` in one place, and that its schema must refuse. */
function nearMisses(json: unknown): unknown[] {
  if (Array.isArray(json)) return nearMisses(json[0]).map((miss) => [miss]);
  const body = json as Readonly<Record<string, unknown>>;
  return [
    { ...body, more: true },
    ...Object.keys(body).flatMap((name) => {
      const { [name]: value, ...rest } = body;
      const others = [null, [value], typeof value === 'string' ? 1 : String(value)];
      return [rest, ...others.map((other) => ({ ...body, [name]: other }))];
    }),
  ];
}
