import { expect } from 'chai';
import fc from 'fast-check';
import supertest from 'supertest';
import { createHandler } from '../../../src/adapters/http/create-handler.ts';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';
import { validateProducts } from '../../../src/domain/product.ts';
import {
  answerByContract,
  type Expected,
  expectContract,
  NOT_FOUND,
  PRODUCT_NOT_FOUND,
} from '../../support/contract.ts';
import { fixtureProducts } from '../../support/fixture-products.ts';
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

const listResponse: Expected = { status: 200, json: fixtureProducts };

/** The response that is the first product of the fixture with this id. */
function productResponse(id: number): Expected {
  return { status: 200, json: fixtureProducts.find((product) => product.id === id) };
}

/** Beside POST */
const otherMethods = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE'];

const contract: [why: string, expected: Expected, ...requests: string[]][] = [
  ['its last segment is 2', productResponse(2), 'GET /api/products/9/2'],
  ['an empty segment before the last', productResponse(2), 'GET /api/products//2'],
  ['a product may have a query', productResponse(2), 'GET /api/products/2?n=/9'],
  ['Number() reads a 2', productResponse(2), 'GET /api/products/0x2'],
  ['Number() reads a -1', productResponse(-1), 'GET /api/products/-1.0'],
  ['product 0', productResponse(0), 'GET /api/products/0'],
  ['the largest id', productResponse(2 ** 53 - 1), 'GET /api/products/9007199254740991'],
  ['no product has that id', PRODUCT_NOT_FOUND, 'GET /api/products/2/9'],
  ['no number', PRODUCT_NOT_FOUND, 'GET /api/products/2abc', 'GET /api/products/__proto__'],
  ['an empty segment is no id', PRODUCT_NOT_FOUND, 'GET /api/products/', 'GET /api/products/2/'],
  ['an empty segment is no id', PRODUCT_NOT_FOUND, 'GET /api/products/?id=2'],
  ['a fragment is a part of the id', PRODUCT_NOT_FOUND, 'GET /api/products/2#'],
  ['dots are not resolved', PRODUCT_NOT_FOUND, 'GET /api/products/..'],
  ['nothing is decoded', PRODUCT_NOT_FOUND, 'GET /api/products/%32', 'GET /api/products/%'],
  ['the list has no query', NOT_FOUND, 'GET /api/products?page=2', 'GET /api/products?'],
  ['the list has no fragment', NOT_FOUND, 'GET /api/products#'],
  ['each slash counts', NOT_FOUND, 'GET //api/products', 'GET /api\\products'],
  ['dots are not resolved', NOT_FOUND, 'GET /api/x/../products'],
  ['no route', NOT_FOUND, 'GET /', 'GET /api/products.json', 'GET /api/Products'],
  ['no route', NOT_FOUND, 'GET /x/api/products', 'GET /x/api/products/2'],
  ['no path', NOT_FOUND, 'GET *', 'GET //user@[#'],
  ['absolute-form', listResponse, 'GET HTTP://A:80/api/products'],
  ['absolute-form', productResponse(2), 'GET https://[::1]/api/products/2?v=9'],
  ['absolute-form', NOT_FOUND, 'GET http://a//api/products', 'GET http://a?x=/api/products'],
  ['absolute-form without a host', NOT_FOUND, 'GET http:///api/products'],
  ['no absolute-form of HTTP', NOT_FOUND, 'GET ftp://a/api/products'],
  ['no absolute-form', NOT_FOUND, 'GET /api/productshttp://a'],
  ['another method', NOT_FOUND, ...otherMethods.map((method) => `${method} /api/products`)],
  ['another method', NOT_FOUND, ...otherMethods.map((method) => `${method} /api/products/2`)],
];

/** The response to each method and target, also to those that a client library would change. */
describe('createHandler, by the contract', () => {
  const servers = new Servers();

  for (const [why, expected, ...requests] of contract) {
    for (const each of requests) {
      it(`answers ${each} with ${expected.status}: ${why}`, async () => {
        const [method = '', target = ''] = each.split(' ');
        const port = await servers.startService();
        expectContract(await request(port, method, target), method, expected);
      });
    }
  }

  it('agrees with the contract for any method and target', async () => {
    const words = (list: string) => fc.constantFrom(...list.split(' '));
    const method = words('GET GET GET GET HEAD POST PUT PATCH DELETE OPTIONS');
    const start = words(
      '/ //api/ /api/products /api/products/ /api/products/2 /API/products/ ' +
        'http:/// http://a/ HTTPS://a:8443/api/products http://[::1]/api/products/',
    );
    const piece = words(
      '/ // . .. /./ ? # % %32 %2F %2f2 + - ; & = : 0 1 2 02 2.0 200 9 e E x 0x 0b n _ ~ ' +
        'api products /api/products PRODUCTS __proto__ constructor NaN Infinity',
    );
    const port = await servers.startService();
    const { RANDOM_SEED } = process.env;
    await fc.assert(
      fc.asyncProperty(method, start, fc.array(piece, { maxLength: 6 }), async (verb, ...parts) => {
        const target = parts.flat().join('');
        const expected = answerByContract(verb, target, fixtureProducts);
        expectContract(await request(port, verb, target), verb, expected);
      }),
      // After a failure, it ends at once, and says with which seed: RANDOM_SEED=1 npm test
      { numRuns: 300, endOnFailure: true, ...(RANDOM_SEED && { seed: Number(RANDOM_SEED) }) },
    );
  });
});
