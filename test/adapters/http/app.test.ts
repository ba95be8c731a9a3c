import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import fc from 'fast-check';
import supertest, { type Response } from 'supertest';
import { createApp } from '../../../src/adapters/http/app.ts';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';
import {
  answerByContract,
  type Expected,
  expectContract,
  NOT_FOUND,
  PRODUCT_NOT_FOUND,
} from '../../support/contract.ts';
import { fixtureProducts } from '../../support/fixture-products.ts';
import { Servers } from '../../support/local-server.ts';
import { random, seed } from '../../support/random.ts';
import { request } from '../../support/raw-http.ts';
import { withTimeout } from '../../support/with-timeout.ts';

/** The answer that is the first product of the fixture with this id. */
function product(id: number): Expected {
  return { status: 200, json: fixtureProducts.find((product) => product.id === id) };
}

function words(list: string): string[] {
  return list.split(' ');
}

/** The contract: what each method and target is answered. */
describe('createApp', () => {
  const catalog = new MemoryCatalog(fixtureProducts);
  const app = createApp(catalog, (error) => expect.fail(error.message)).callback();
  const servers = new Servers();

  const list: Expected = { status: 200, json: fixtureProducts };
  const other = 'not the target of the collection';
  const noNumber = 'the last segment is not a number';
  /** In targets, a dot at the start stands for `/api/products`. */
  const rows: [why: string, expected: Expected, targets: string][] = [
    ['the list', list, '.'],
    [other, NOT_FOUND, '.?x=1 .? .# .#x .\\ ..json .2 .?x=%32#y'],
    [other, NOT_FOUND, '/api/Products /API/products //api/products /api//products'],
    [other, NOT_FOUND, '/api\\products /api/./products /api/x/../products'],
    [other, NOT_FOUND, '* / /health /api /products/2 /favicon.ico //user@[# //a/api/products'],
    ['its last segment is 2', product(2), './2 ./2?v=9 ./2?n=/9 ./2?? ./x/2 .//2 ./9/2 ./2#/2'],
    ['its last segment is 2', product(2), './x/../2 ./2?#/9'],
    ['Number() reads a 2', product(2), './02 ./2.0 ./+2 ./2e0 ./0x2'],
    ['Number() reads a 0', product(0), './0 ./-0 ./0.0 ./0e9 ./x//0'],
    ['Number() reads a -1', product(-1), './-1 ./-1.0 ./-1e0'],
    ['Number() reads a 200', product(200), './200 ./2e2 ./0xC8 ./0b11001000'],
    ['the largest id', product(2 ** 53 - 1), './9007199254740991'],
    ['no product has that id', PRODUCT_NOT_FOUND, './9 ./2.5 ./-2 ./1e999 ./2/9 ./2/9?n=/2'],
    ['no product has that id', PRODUCT_NOT_FOUND, './-Infinity ./9007199254740993'],
    [noNumber, PRODUCT_NOT_FOUND, './abc ./2abc ./2,0 ./1_0 ./NaN ./2;v=1 ./2&x ./2n ./2#'],
    [noNumber, PRODUCT_NOT_FOUND, './__proto__ ./constructor ./../products ./. ./..'],
    ['nothing is decoded', PRODUCT_NOT_FOUND, './%32 ./% ./%20 ./%202 ./%2F2 ./2%00 ./%E0%A4%A'],
    ['an empty segment is no id', PRODUCT_NOT_FOUND, './ ./2/ ./?id=2 .// ./2/?x=/2 ./?/2'],
    ['an absolute form', list, 'http://a/api/products HTTP://A:80/api/products'],
    ['an absolute form', list, 'https://[::1]:3000/api/products'],
    ['an absolute form', product(2), 'http://a/api/products/2?v=9'],
    ['an absolute form', PRODUCT_NOT_FOUND, 'http://a/api/products/9'],
    ['an absolute form', NOT_FOUND, 'http://a/api/products? http://a//api/products http://a/'],
    ['an absolute form', NOT_FOUND, 'http://a http://[ http://a?x=/api/products'],
    ['no absolute form of HTTP', NOT_FOUND, '/http://a/api/products ftp://a/api/products'],
    ['no absolute form of HTTP', NOT_FOUND, 'ftp://a/http://b/api/products'],
  ];
  for (const [why, expected, targets] of rows) {
    for (const target of words(targets).map((target) => target.replace(/^\./, '/api/products'))) {
      // A client library would normalise some of these targets, so they are sent as they are.
      it(`answers GET ${target} with ${expected.status}: ${why}`, async () => {
        const { port } = await servers.start();
        expectContract(await request(port, 'GET', target), 'GET', expected);
      });
    }
  }

  for (const method of words('HEAD OPTIONS POST PUT PATCH DELETE TRACE')) {
    it(`answers 404 to ${method}, whatever the target`, async () => {
      const { port } = await servers.start();
      for (const target of words('/api/products /api/products/2 /api/products/9 /nothing')) {
        const response = await request(port, method, target);
        expectContract(response, method, NOT_FOUND);
        expect(response.fields.has('content-length')).to.equal(method !== 'HEAD');
      }
    });
  }

  it(`agrees with the contract for any method and target (RANDOM_SEED=${seed})`, async () => {
    const method = fc.constantFrom(...words('GET GET GET GET HEAD POST PUT PATCH DELETE OPTIONS'));
    const start = fc.constantFrom(
      ...words('/ //api/ /api/products /api/products/ /api/products/2 /API/products/'),
      ...words('http://a/ HTTPS://a:8443/api/products http://[::1]/api/products/'),
    );
    const piece = fc.constantFrom(
      ...words('/ // . .. /./ ? # % %32 %2F %2f2 + - ; & = :'),
      ...words('api products /api/products PRODUCTS __proto__ constructor NaN Infinity'),
      ...words('0 1 2 02 2.0 200 9 e E x 0x 0b n _ ~'),
    );
    const { port } = await servers.start();
    await fc.assert(
      fc.asyncProperty(method, start, fc.array(piece, { maxLength: 6 }), async (verb, ...parts) => {
        const target = parts.flat().join('');
        const expected = answerByContract(verb, target, fixtureProducts);
        expectContract(await request(port, verb, target), verb, expected);
      }),
      { numRuns: 300, ...random },
    );
  });

  it('gives the same answer whatever the header fields are', async () => {
    const fields = {
      Accept: 'text/html',
      'Accept-Encoding': 'gzip, br',
      'If-None-Match': '*',
      'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT',
      Range: 'bytes=0-1',
      'X-HTTP-Method-Override': 'DELETE',
      Origin: 'https://shop.example',
      'Access-Control-Request-Method': 'PUT',
      Authorization: 'Bearer x',
      Cookie: 'a=b',
      'X-Forwarded-Host': 'a@[',
      Host: 'user@[',
    };
    expectAnswer(await ask(app, '/api/products/2', fields), product(2));
  });

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
        expectAnswer(response, { status: 500, json: { error: 'Internal server error' } });
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
  return withTimeout(supertest(app).get(path).set(fields), () => `the response to GET ${path}`);
}

function expectAnswer({ headers, status, text }: Response, expected: Expected): void {
  const fields = Object.entries<string>(headers).map(([name, value]) => [name, [value]] as const);
  expectContract({ status, fields: new Map(fields), body: text }, 'GET', expected);
}
