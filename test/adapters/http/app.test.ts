import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import request, { type Response, type Test } from 'supertest';
import { createApp } from '../../../src/adapters/http/app.ts';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';
import type { Product } from '../../../src/domain/product.ts';
import type { ProductCatalog } from '../../../src/domain/product-catalog.ts';
import { fixtureProducts } from '../../support/fixture-products.ts';
import { expectDocumented, operationOf } from '../../support/openapi.ts';

const NOT_FOUND = { error: 'Not found' };
const PRODUCT_NOT_FOUND = { error: 'Product not found' };
const OTHER_METHODS = ['head', 'options', 'post', 'put', 'patch', 'delete', 'trace'] as const;

/** The first product of the fixture that has this id. */
function fixture(id: number): Product | undefined {
  return fixtureProducts.find((product) => product.id === id);
}

function expectAnswer(response: Response, status: number, json: unknown): void {
  expect(response.status).to.equal(status);
  expect(response.headers['content-type']).to.equal('application/json');
  expect(response.headers['access-control-allow-origin']).to.equal('*');
  expect(response.body).to.deep.equal(json);
  expectDocumented(operationOf(json), {
    status: response.status,
    field: (name) => response.get(name),
    json: response.text === undefined || response.text === '' ? undefined : response.body,
  });
}

describe('createApp', () => {
  const handler = createApp(new MemoryCatalog(fixtureProducts)).callback();

  const rows: [meaning: string, targets: string[], status: number, json: unknown][] = [
    ['the list', ['/api/products'], 200, fixtureProducts],
    [
      'Not found: a target that resembles the collection',
      ['/api/products?x=1', '/api/Products', '/API/products', '//api/products', '/api//products'],
      404,
      NOT_FOUND,
    ],
    [
      'Not found: any other target',
      [
        '/api/products.json',
        '/api/products2',
        '/',
        '/health',
        '/api',
        '/products/2',
        '/favicon.ico',
      ],
      404,
      NOT_FOUND,
    ],
    [
      'product 2: its last segment is 2, as Number() reads it',
      [
        '/2',
        '/2?v=9',
        '/2?n=/9',
        '/2??',
        '/02',
        '/2.0',
        '/+2',
        '/2e0',
        '/0x2',
        '/x/2',
        '//2',
        '/9/2',
      ],
      200,
      fixture(2),
    ],
    ['product 0', ['/0', '/-0', '/0.0', '/0e9', '/x//0'], 200, fixture(0)],
    ['product -1', ['/-1', '/-1.0', '/-1e0'], 200, fixture(-1)],
    ['product 200', ['/200', '/2e2', '/0xC8', '/0b11001000'], 200, fixture(200)],
    ['the product with the largest id', ['/9007199254740991'], 200, fixture(2 ** 53 - 1)],
    [
      'Product not found: no product has that id',
      ['/9', '/2.5', '/-2', '/1e999', '/-Infinity', '/9007199254740993', '/2/9', '/2/9?n=/2'],
      404,
      PRODUCT_NOT_FOUND,
    ],
    [
      'Product not found: the last segment is not a number',
      [
        '/abc',
        '/2abc',
        '/2,0',
        '/1_0',
        '/NaN',
        '/__proto__',
        '/constructor',
        '/2;v=1',
        '/2&x',
        '/2n',
      ],
      404,
      PRODUCT_NOT_FOUND,
    ],
    [
      'Product not found: nothing is percent-decoded',
      ['/%32', '/%', '/%20', '/%202', '/%2F2', '/2%00', '/%E0%A4%A'],
      404,
      PRODUCT_NOT_FOUND,
    ],
    [
      'Product not found: an empty segment is not an id, though a product has id 0',
      ['/', '/2/', '/?id=2', '//', '/2/?x=/2', '/?/2'],
      404,
      PRODUCT_NOT_FOUND,
    ],
  ];
  for (const [meaning, targets, status, json] of rows) {
    describe(`answers ${status} with ${meaning}`, () => {
      for (const target of targets) {
        const path = status === 404 && json === NOT_FOUND ? target : below(target);
        it(`GET ${path}`, async () => {
          expectAnswer(await request(handler).get(path), status, json);
        });
      }
    });
  }

  describe('answers 404 to any other method, whatever the target', () => {
    for (const method of OTHER_METHODS) {
      for (const path of ['/api/products', '/api/products/2', '/api/products/9', '/nothing']) {
        it(`${method.toUpperCase()} ${path}`, async () => {
          const response = await request(handler)[method](path);
          expectAnswer(response, 404, method === 'head' ? {} : NOT_FOUND);
          if (method === 'head') expect(response.headers).not.to.have.property('content-length');
        });
      }
    }
  });

  describe('gives the same answer whatever the header fields', () => {
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
      it(JSON.stringify(field), async () => {
        expectAnswer(await request(handler).get('/api/products/2').set(field), 200, fixture(2));
        expectAnswer(
          await request(handler).get('/api/products/9').set(field),
          404,
          PRODUCT_NOT_FOUND,
        );
      });
    }
  });

  it('sends the length of the body in bytes', async () => {
    const response = await request(handler).get('/api/products/200');
    const bytes = Buffer.byteLength(response.text);
    expect(bytes).to.be.above(response.text.length);
    expect(response.headers['content-length']).to.equal(String(bytes));
  });

  it("serialises exactly the contract's fields, in its order, whatever other fields a product has", async () => {
    const tagged = Object.freeze({ tags: ['new'], price: 1, name: 'Tea', id: 1 });
    const catalog: ProductCatalog = { list: () => [tagged], findById: () => tagged };
    const other = createApp(catalog).callback();
    const json = '{"id":1,"name":"Tea","price":1}';
    expect((await request(other).get('/api/products/1')).text).to.equal(json);
    expect((await request(other).get('/api/products')).text).to.equal(`[${json}]`);
  });

  it('emits no error for an answer that was sent', async () => {
    const app = createApp(new MemoryCatalog(fixtureProducts));
    const emitted: unknown[] = [];
    app.on('error', (error) => emitted.push(error));
    const closed: Promise<unknown>[] = [];
    const handle = app.callback();
    const watched: RequestListener = (req, res) => {
      closed.push(once(res, 'close'));
      handle(req, res);
    };
    await request(watched).get('/api/products');
    await request(watched).get('/api/products/9');
    await request(watched).head('/api/products');
    await Promise.all(closed);
    expect(closed).to.have.length(3);
    expect(emitted).to.deep.equal([]);
  });

  describe('when the catalogue throws', () => {
    const secret = 'the password is swordfish';
    const thrown: [what: string, value: unknown][] = [
      ['an error', new Error(secret)],
      [
        'an error that asks to be exposed',
        Object.assign(new Error(secret), { expose: true, status: 418 }),
      ],
      ['a string', secret],
      ['undefined', undefined],
      ['null', null],
    ];
    for (const [what, value] of thrown) {
      it(`answers 500 to ${what}, and shows it to the operator only`, async () => {
        const fail = (): never => {
          throw value;
        };
        const app = createApp({ list: fail, findById: fail });
        const emitted: Error[] = [];
        app.on('error', (error: Error) => emitted.push(error));
        for (const path of ['/api/products', '/api/products/2']) {
          const response: Response = await (request(app.callback()).get(path) satisfies Test);
          expectAnswer(response, 500, { error: 'Internal server error' });
          expect(JSON.stringify(response.headers)).not.to.include('swordfish');
        }
        expect(emitted).to.have.length(2);
        for (const error of emitted) {
          expect(error).to.be.instanceOf(Error);
          expect(value instanceof Error ? error : error.cause).to.equal(value);
          if (!(value instanceof Error)) expect(error.message).to.equal('Non-error thrown');
        }
      });
    }
  });
});

function below(target: string): string {
  return target.startsWith('/api') ? target : `/api/products${target}`;
}
