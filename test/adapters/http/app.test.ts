import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import fc from 'fast-check';
import supertest, { type Response } from 'supertest';
import { createApp } from '../../../src/adapters/http/app.ts';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';
import type { Product } from '../../../src/domain/product.ts';
import { answerByContract, expectContract } from '../../support/contract.ts';
import { fixtureProducts } from '../../support/fixture-products.ts';
import { inTime } from '../../support/in-time.ts';
import { Servers } from '../../support/local-server.ts';
import { random, seed } from '../../support/random.ts';
import { request } from '../../support/raw-http.ts';

const NOT_FOUND = { error: 'Not found' };
const PRODUCT_NOT_FOUND = { error: 'Product not found' };

/** The first product of the fixture that has this id. */
function fixture(id: number): Product | undefined {
  return fixtureProducts.find((product) => product.id === id);
}

function words(list: string): string[] {
  return list.split(' ');
}

/** The contract: what each method and target is answered. Tests `catalogRoutes`, too. */
describe('createApp', () => {
  const app = createApp(new MemoryCatalog(fixtureProducts), (error) =>
    expect.fail(error.message),
  ).callback();
  const servers = new Servers();

  const other = 'Not found: not the target of the collection';
  const noNumber = 'Product not found: the last segment is not a number';
  const rows: [meaning: string, targets: string, status: number, json: unknown][] = [
    ['the list', '/api/products', 200, fixtureProducts],
    [other, '/api/products?x=1 /api/products? /api/products# /api/products#x', 404, NOT_FOUND],
    [other, '/api/Products /API/products //api/products /api//products', 404, NOT_FOUND],
    [other, '/api/products\\ /api\\products /api/./products /api/x/../products', 404, NOT_FOUND],
    [other, '/api/products.json /api/products2 /api/products?x=%32#y', 404, NOT_FOUND],
    [other, '* / /health /api /products/2 /favicon.ico //user@[# //a/api/products', 404, NOT_FOUND],
    [
      'product 2: its last segment is 2, as Number() reads it',
      './2 ./2?v=9 ./2?n=/9 ./2?? ./02 ./2.0 ./+2 ./2e0 ./0x2 ./x/2 .//2 ./9/2 ./2#/2 ./x/../2 ./2?#/9',
      200,
      fixture(2),
    ],
    ['product 0', './0 ./-0 ./0.0 ./0e9 ./x//0', 200, fixture(0)],
    ['product -1', './-1 ./-1.0 ./-1e0', 200, fixture(-1)],
    ['product 200', './200 ./2e2 ./0xC8 ./0b11001000', 200, fixture(200)],
    ['the product with the largest id', './9007199254740991', 200, fixture(2 ** 53 - 1)],
    [
      'Product not found: no product has that id',
      './9 ./2.5 ./-2 ./1e999 ./-Infinity ./9007199254740993 ./2/9 ./2/9?n=/2',
      404,
      PRODUCT_NOT_FOUND,
    ],
    [noNumber, './abc ./2abc ./2,0 ./1_0 ./NaN ./2;v=1 ./2&x ./2n ./2#', 404, PRODUCT_NOT_FOUND],
    [noNumber, './__proto__ ./constructor ./../products ./. ./..', 404, PRODUCT_NOT_FOUND],
    [
      'Product not found: nothing is percent-decoded',
      './%32 ./% ./%20 ./%202 ./%2F2 ./2%00 ./%E0%A4%A',
      404,
      PRODUCT_NOT_FOUND,
    ],
    [
      'Product not found: an empty segment is not an id, though a product has id 0',
      './ ./2/ ./?id=2 .// ./2/?x=/2 ./?/2',
      404,
      PRODUCT_NOT_FOUND,
    ],
    [
      'the list, for its absolute form',
      'http://a/api/products HTTP://A:80/api/products https://[::1]:3000/api/products',
      200,
      fixtureProducts,
    ],
    ['product 2, for its absolute form', 'http://a/api/products/2?v=9', 200, fixture(2)],
    ['Product not found, for an absolute form', 'http://a/api/products/9', 404, PRODUCT_NOT_FOUND],
    [
      'Not found, for an absolute form',
      'http://a/api/products? http://a//api/products http://a/ http://a http://[ http://a?x=/api/products',
      404,
      NOT_FOUND,
    ],
    [
      'Not found: not an absolute form of HTTP',
      '/http://a/api/products ftp://a/api/products ftp://a/http://b/api/products',
      404,
      NOT_FOUND,
    ],
  ];
  for (const [meaning, targets, status, json] of rows) {
    for (const target of words(targets).map((target) => target.replace(/^\./, '/api/products'))) {
      // A client library would normalise some of these targets, so they are sent as they are.
      it(`answers GET ${target} with ${status}, ${meaning}`, async () => {
        const { port } = await servers.start();
        expectContract(await request(port, 'GET', target), 'GET', { status, json });
      });
    }
  }

  for (const method of words('HEAD OPTIONS POST PUT PATCH DELETE TRACE')) {
    it(`answers 404 to ${method}, whatever the target`, async () => {
      const { port } = await servers.start();
      for (const target of words('/api/products /api/products/2 /api/products/9 /nothing')) {
        const response = await request(port, method, target);
        expectContract(response, method, { status: 404, json: NOT_FOUND });
        expect(response.fields.has('content-length')).to.equal(method !== 'HEAD');
      }
    });
  }

  it(`agrees with the contract for any method and target (RANDOM_SEED=${seed})`, async function () {
    this.timeout(60_000);
    const method = fc.oneof(
      { weight: 4, arbitrary: fc.constant('GET') },
      fc.constantFrom(...words('HEAD POST PUT PATCH DELETE OPTIONS TRACE PURGE')),
    );
    const start = fc.constantFrom(
      ...words('/ //api/ /api/products /api/products/ /api/products/2 /API/products/'),
      ...words('http://a HTTPS://a:8443/api/products http://[::1]/api/products/'),
    );
    const piece = fc.constantFrom(
      ...words('/ // . .. /./ ? # % %32 %2F %2f2 + - ; & = :'),
      ...words('api products /api/products PRODUCTS __proto__ constructor NaN Infinity'),
      ...words('0 1 2 02 2.0 200 9 e E x 0x 0b n _ ~'),
    );
    const pieces = fc.array(piece, { maxLength: 6 }).map((list) => list.join(''));
    const target = fc
      .tuple(start, pieces)
      // A slash ends an authority without a path, so that the tail is not part of it.
      .map(([head, tail]) => (/^http:..[^/]*$/.test(head) ? `${head}/${tail}` : head + tail));

    const { port } = await servers.start();
    await fc.assert(
      fc.asyncProperty(method, target, async (verb, url) => {
        const expected = answerByContract(verb, url, fixtureProducts);
        expectContract(await request(port, verb, url), verb, expected);
      }),
      { numRuns: 300, ...random },
    );
  });

  const fields: Record<string, string>[] = [
    { Accept: 'text/html' },
    { 'Accept-Encoding': 'gzip, br' },
    { 'If-None-Match': '*', 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
    { Range: 'bytes=0-1' },
    { 'X-HTTP-Method-Override': 'DELETE' },
    { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'PUT' },
    { Authorization: 'Bearer x', Cookie: 'a=b' },
    { 'X-Forwarded-Host': 'a@[', Host: 'user@[' },
  ];
  for (const field of fields) {
    it(`gives the same answer to a request with ${JSON.stringify(field)}`, async () => {
      expectAnswer(await ask(app, '/api/products/2', field), 200, fixture(2));
      expectAnswer(await ask(app, '/api/products/9', field), 404, PRODUCT_NOT_FOUND);
    });
  }

  const secret = 'the password is swordfish';
  const exposed = Object.assign(new Error(secret), { expose: true, status: 418 });
  const thrown: [what: string, value: unknown][] = [
    ['an error that asks to be exposed', exposed],
    ['a string', secret],
    ['undefined', undefined],
  ];
  for (const [what, value] of thrown) {
    it(`answers 500 if the catalogue throws ${what}, and shows it to the operator only`, async () => {
      const fail = (): never => {
        throw value;
      };
      const told: Error[] = [];
      const koa = createApp({ list: fail, findById: fail }, (error) => told.push(error));
      for (const path of ['/api/products', '/api/products/2']) {
        const response = await ask(koa.callback(), path);
        expectAnswer(response, 500, { error: 'Internal server error' });
        expect(JSON.stringify(response.headers)).not.to.include('swordfish');
      }
      expect(told).to.have.length(2);
      for (const error of told) {
        expect(error).to.be.instanceOf(Error);
        expect(value instanceof Error ? error : error.cause).to.equal(value);
        if (!(value instanceof Error)) expect(error.message).to.equal('Non-error thrown');
      }
    });
  }
});

function ask(app: RequestListener, path: string, fields = {}): Promise<Response> {
  return inTime(supertest(app).get(path).set(fields), () => `the response to GET ${path}`);
}

function expectAnswer({ headers, status, text }: Response, expected: number, json: unknown): void {
  const fields = Object.entries<string>(headers).map(([name, value]) => [name, [value]] as const);
  const response = { status, fields: new Map(fields), body: text };
  expectContract(response, 'GET', { status: expected, json });
}
