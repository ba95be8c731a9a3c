import { expect } from 'chai';
import supertest from 'supertest';
import { createHandler } from '../../../src/adapters/http/create-handler.ts';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';
import { validateProducts } from '../../../src/domain/product.ts';
import { answerByContract, expectContract } from '../../support/contract.ts';
import { Servers } from '../../support/local-server.ts';
import { request } from '../../support/raw-http.ts';

const tea = { id: 7, name: 'Tea', price: 3.5 };
const milk = { id: 8, name: 'Milk', price: 1 };

/** The HTTP adapter, as a client library sees it. */
describe('createHandler', () => {
  const handler = createHandler(new MemoryCatalog(validateProducts([tea, milk])));
  // Without a timeout, supertest would wait for ever.
  const client = supertest.agent(handler).timeout(5000);

  it('answers GET /api/products with the list', () =>
    client
      .get('/api/products')
      .expect('Content-Type', 'application/json')
      .expect('Access-Control-Allow-Origin', '*')
      .expect(200, [tea, milk]));

  it('answers GET /api/products/<id> with the product', () =>
    client.get('/api/products/8').expect('Content-Type', 'application/json').expect(200, milk));

  it('answers 404 "Product not found" if no product has the id', () =>
    client
      .get('/api/products/9')
      .expect('Content-Type', 'application/json')
      .expect(404, { error: 'Product not found' }));

  it('answers 404 "Not found" to any other target', () =>
    client
      .get('/api/product')
      .expect('Content-Type', 'application/json')
      .expect(404, { error: 'Not found' }));

  it('answers 404 "Not found" to any other method', () =>
    client
      .post('/api/products')
      .send(tea)
      .expect('Content-Type', 'application/json')
      .expect(404, { error: 'Not found' }));

  it('gives the same answer whatever the header fields are', () =>
    client
      .get('/api/products/8')
      .set({
        Accept: 'text/html',
        'Accept-Encoding': 'gzip, br',
        'If-None-Match': '*',
        Range: 'bytes=0-1',
        'X-HTTP-Method-Override': 'DELETE',
        Origin: 'https://shop.example',
        Authorization: 'Bearer x',
        'X-Forwarded-Host': 'a@[',
        Host: 'user@[',
      })
      .expect('Content-Type', 'application/json')
      .expect(200, milk));

  const secret = 'the password is swordfish';
  for (const [what, thrown] of [
    ['an exposed error', Object.assign(new Error(secret), { expose: true, status: 418 })],
    ['a string', secret],
    ['undefined', undefined],
  ] as const) {
    it(`answers 500 to a failure with ${what}, and tells only the operator`, async () => {
      const fail = () => Promise.reject(thrown);
      const told: unknown[] = [];
      const options = { onError: (error: unknown) => told.push(error) };
      const failing = createHandler({ list: fail, findById: fail }, options);
      for (const target of ['/api/products', '/api/products/2']) {
        await supertest(failing)
          .get(target)
          .timeout(5000)
          .expect('Content-Type', 'application/json')
          .expect('Access-Control-Allow-Origin', '*')
          .expect(500, { error: 'Internal server error' });
      }
      expect(told).to.deep.equal([thrown, thrown]);
    });
  }
});

/** Products whose ids are easily confused with one another, or with a missing id. */
const confusable = [
  { id: 2, name: 'Burr coffee grinder', price: 84.5 },
  { id: 0, name: 'Nought', price: 0 },
  { id: -1, name: 'Minus one', price: -1.25 },
  { id: 2, name: 'Never fetched: the second with its id', price: 1 },
  { id: 200, name: 'Crème brûlée ☕ "quoted" \\ \u2028 <b>', price: 1e21 },
  { id: Number.MAX_SAFE_INTEGER, name: '', price: Number.MAX_VALUE },
  { id: Number.MIN_SAFE_INTEGER, name: 'The least', price: -Number.MAX_VALUE },
];

/** Beside POST */
const otherMethods = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE'];

const requests: [why: string, ...requests: string[]][] = [
  ['the last segment is the id', 'GET /api/products/9/2', 'GET /api/products/9/8/2'],
  ['the last segment is the id', 'GET /api/products//2', 'GET /api/products/2/9'],
  ['the query of a product is ignored', 'GET /api/products/2?n=/9'],
  ['Number() reads the id', 'GET /api/products/0x2', 'GET /api/products/-1.0'],
  ['0 is an id', 'GET /api/products/0'],
  ['the largest id', 'GET /api/products/9007199254740991'],
  ['no number', 'GET /api/products/2abc', 'GET /api/products/__proto__'],
  ['an empty segment is no id', 'GET /api/products/', 'GET /api/products/2/'],
  ['an empty segment is no id', 'GET /api/products/?id=2'],
  ['a fragment is a part of the id', 'GET /api/products/2#'],
  ['dots are not resolved', 'GET /api/products/..', 'GET /api/x/../products'],
  ['nothing is decoded', 'GET /api/products/%32', 'GET /api/products/%'],
  ['the list has no query', 'GET /api/products?page=2', 'GET /api/products?'],
  ['the list has no fragment', 'GET /api/products#'],
  ['each slash counts', 'GET //api/products', 'GET /api\\products'],
  ['no route', 'GET /', 'GET /api/products.json', 'GET /api/Products'],
  ['no route', 'GET /API/products/2', 'GET /x/api/products', 'GET /x/api/products/2'],
  ['no path', 'GET *', 'GET //user@[#'],
  ['absolute-form', 'GET HTTP://A:80/api/products', 'GET https://[::1]/api/products/2?v=9'],
  ['absolute-form', 'GET http://a//api/products', 'GET http://a?x=/api/products'],
  ['absolute-form without a host', 'GET http:///api/products'],
  ['no absolute-form of HTTP', 'GET ftp://a/api/products', 'GET /api/productshttp://a'],
  ['another method', ...otherMethods.map((method) => `${method} /api/products`)],
  ['another method', ...otherMethods.map((method) => `${method} /api/products/2`)],
];

/**
 * For each request, the response is what the second version of the contract says. A client library
 * would change some of the targets.
 */
describe('createHandler, by the contract', () => {
  const servers = new Servers();
  const listener = createHandler(new MemoryCatalog(confusable));

  for (const [why, ...lines] of requests) {
    for (const line of lines) {
      const [method = '', target = ''] = line.split(' ');
      const expected = answerByContract(method, target, confusable);
      it(`answers ${line} with ${expected.status}: ${why}`, async () => {
        const { port } = await servers.start({ listener });
        expectContract(await request(port, method, target), method, expected);
      });
    }
  }
});
