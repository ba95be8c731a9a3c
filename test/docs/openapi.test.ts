import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { AssertionError, expect } from 'chai';
import request from 'supertest';
import { createApp } from '../../src/adapters/http/app.ts';
import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';
import { seedProducts } from '../../src/adapters/memory/seed-products.ts';
import { documentedResponses, expectDocumented, openapi } from '../support/openapi.ts';

const [product] = seedProducts;
const FIELDS = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };

const allExamples = Array.from(documentedResponses.values(), ({ content }) => {
  return content['application/json']?.example;
});

/** The contract's document says exactly what each response is. The other tests hold responses to it. */
describe('docs/openapi.yaml', () => {
  it('has the version of the package', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(openapi.info.version).to.equal(version);
  });

  it('has these responses and no others', () => {
    const statuses = [200, 400, 404, 408, 431, 500];
    const names = ['listProducts', 'getProduct'].flatMap((operation) =>
      statuses.map((status) => `${operation} ${status}`),
    );
    expect([...documentedResponses.keys()]).to.deep.equal(names);
  });

  for (const [name, { content }] of documentedResponses) {
    const [operation = '', status] = name.split(' ');
    const example = content['application/json']?.example;
    const closes = ['400', '408', '431'].includes(String(status));
    const fields = closes ? { ...FIELDS, connection: 'close' } : FIELDS;

    function check(json: unknown, changes: Readonly<Record<string, string | undefined>> = {}) {
      const all: Readonly<Record<string, string | undefined>> = { ...fields, ...changes };
      const field = (name: string) => all[name.toLowerCase()];
      return () => expectDocumented(operation, { status: Number(status), field, json });
    }

    it(`accepts the example of ${name}`, () => {
      expect(check(example)).not.to.throw();
    });

    it(`refuses ${name} with other header fields`, () => {
      for (const field of Object.keys(fields)) {
        for (const value of [undefined, 'application/json; charset=utf-8']) {
          expect(check(example, { [field]: value }), field).to.throw(AssertionError);
        }
      }
    });

    it(`refuses ${name} with a body of another form`, () => {
      const others = allExamples.filter((other) => !isDeepStrictEqual(other, example));
      const object = { products: [product] };
      for (const miss of [null, 'text', {}, object, ...others, ...nearMisses(example)]) {
        expect(check(miss), JSON.stringify(miss)).to.throw(AssertionError);
      }
    });
  }

  const examples: [target: string, response: string][] = [
    ['/api/products', 'listProducts 200'],
    ['/api/products?page=2', 'listProducts 404'],
    ['/api/products/2', 'getProduct 200'],
    ['/api/products/9', 'getProduct 404'],
  ];
  for (const [target, name] of examples) {
    it(`shows the actual response to GET ${target}`, async () => {
      const handler = createApp(new MemoryCatalog(seedProducts)).callback();
      const { status, body } = await request(handler).get(target);
      const { example } = documentedResponses.get(name)?.content['application/json'] ?? {};
      expect(name).to.match(new RegExp(` ${status}$`));
      expect(body).to.deep.equal(example);
    });
  }

  it('limits an id to the integers that a double holds exactly, and does not limit a price', () => {
    const field = (name: string) => ({ ...FIELDS })[name.toLowerCase()];
    const check = (values: object) => () =>
      expectDocumented('getProduct', { status: 200, field, json: { ...product, ...values } });
    for (const id of [Number.MIN_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER]) {
      expect(check({ id })).not.to.throw();
    }
    for (const id of [-(2 ** 53), 1.5, 2 ** 53]) expect(check({ id })).to.throw(AssertionError);
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
