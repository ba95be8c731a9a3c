import { expect } from 'chai';
import supertest from 'supertest';
import { createHandler } from '../../../src/adapters/http/create-handler.ts';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';
import { validateProducts } from '../../../src/domain/product.ts';
import {
  type Expected,
  expectContract,
  NOT_FOUND,
  PRODUCT_NOT_FOUND,
} from '../../support/contract.ts';
import { Servers } from '../../support/local-server.ts';
import { request } from '../../support/raw-http.ts';
import { TEA } from '../../support/tea.ts';

const MILK = { ...TEA, id: 8, name: 'Milk' };

/** The HTTP adapter, as a client library sees it. */
describe('createHandler', () => {
  const handler = createHandler(new MemoryCatalog(validateProducts([TEA, MILK])));
  // Without a timeout, supertest would wait for ever.
  const client = supertest.agent(handler).timeout(5000);

  it('asks the catalogue for the one product, not for all', () => {
    const list = () => Promise.reject(new Error('it has too many'));
    const catalog = { list, findById: async (id: number) => ({ ...TEA, id }) };
    return supertest(createHandler(catalog))
      .get('/api/products/9')
      .timeout(5000)
      .expect(200, { ...TEA, id: 9 });
  });

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
      .expect('Access-Control-Allow-Origin', '*')
      .expect(200, MILK));

  it('answers 500 to a failure, and tells only the operator why', async () => {
    const thrown = Object.assign(new Error('a secret'), { expose: true, status: 418 });
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
});

const grinder = { ...TEA, id: 2, name: 'Burr coffee grinder' };
const nought = { ...TEA, id: 0, price: 0 };
const largest = { ...TEA, id: Number.MAX_SAFE_INTEGER, name: '', price: Number.MAX_VALUE };

/** Products whose ids are easily confused with one another, or with a missing id. */
const confusable = [
  grinder,
  nought,
  { ...TEA, id: -1, price: -1.25 },
  { ...TEA, id: 2, name: 'Never fetched: the second with its id' },
  { ...TEA, id: 200, name: 'Crème brûlée ☕ "quoted" \\ \u2028 <b>', price: 1e21 },
  largest,
  { ...TEA, id: Number.MIN_SAFE_INTEGER, price: -Number.MAX_VALUE },
];

const LIST: Expected = { status: 200, json: confusable };
const GRINDER: Expected = { status: 200, json: grinder };

const requests: [why: string, expected: Expected, ...requests: string[]][] = [
  ['the list', LIST, 'GET /api/products'],
  ['the first with its id', GRINDER, 'GET /api/products/2'],
  ['the last segment is the id', GRINDER, 'GET /api/products/9/2', 'GET /api/products/9/8/2'],
  ['the last segment is the id', GRINDER, 'GET /api/products//2'],
  ['the last segment is the id', PRODUCT_NOT_FOUND, 'GET /api/products/2/9'],
  ['the query of a product is ignored', GRINDER, 'GET /api/products/2?n=/9'],
  ['Number() reads the id', GRINDER, 'GET /api/products/0x2'],
  ['0 is an id', { status: 200, json: nought }, 'GET /api/products/0'],
  ['the largest id', { status: 200, json: largest }, 'GET /api/products/9007199254740991'],
  ['no number', PRODUCT_NOT_FOUND, 'GET /api/products/2abc', 'GET /api/products/__proto__'],
  ['an empty segment is no id', PRODUCT_NOT_FOUND, 'GET /api/products/', 'GET /api/products/2/'],
  ['an empty segment is no id', PRODUCT_NOT_FOUND, 'GET /api/products/?id=2'],
  ['a fragment is a part of the id', PRODUCT_NOT_FOUND, 'GET /api/products/2#'],
  ['dots are not resolved', PRODUCT_NOT_FOUND, 'GET /api/products/..'],
  ['dots are not resolved', NOT_FOUND, 'GET /api/x/../products'],
  ['nothing is decoded', PRODUCT_NOT_FOUND, 'GET /api/products/%32', 'GET /api/products/%'],
  ['the list has no query', NOT_FOUND, 'GET /api/products?page=2', 'GET /api/products?'],
  ['the list has no fragment', NOT_FOUND, 'GET /api/products#'],
  ['each slash counts', NOT_FOUND, 'GET //api/products', 'GET /api\\products'],
  ['no route', NOT_FOUND, 'GET /', 'GET /api/products.json', 'GET /api/Products'],
  ['no route', NOT_FOUND, 'GET /API/products/2', 'GET /x/api/products', 'GET /x/api/products/2'],
  ['no path', NOT_FOUND, 'GET //user@[#'],
  ['absolute-form', LIST, 'GET HTTP://A:80/api/products'],
  ['absolute-form', GRINDER, 'GET https://[::1]/api/products/2?v=9'],
  ['absolute-form', NOT_FOUND, 'GET http://a//api/products', 'GET http://a?x=/api/products'],
  ['absolute-form without a host', NOT_FOUND, 'GET http:///api/products'],
  ['no absolute-form of HTTP', NOT_FOUND, 'GET ftp://a/api/products', 'GET /api/productshttp://a'],
  ['another method', NOT_FOUND, 'HEAD /api/products', 'HEAD /api/products/2'],
  ['another method', NOT_FOUND, 'OPTIONS /api/products', 'POST /api/products/2'],
];

/** A client library would change some of the targets. */
describe('createHandler, by the contract', () => {
  const servers = new Servers();
  const listener = createHandler(new MemoryCatalog(confusable));

  for (const [why, expected, ...lines] of requests) {
    for (const line of lines) {
      it(`answers ${line} with ${expected.status}: ${why}`, async () => {
        const [method = '', target = ''] = line.split(' ');
        const { port } = await servers.start({ listener });
        expectContract(await request(port, method, target), method, expected);
      });
    }
  }
});
