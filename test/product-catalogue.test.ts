import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect } from 'chai';
import request from 'supertest';
import {
  CatalogFileError,
  createHandler,
  createServer,
  InvalidProductError,
  MemoryCatalog,
} from '../src/product-catalogue.ts';
import { largeList } from './support/large-list.ts';
import { untilCollected } from './support/until-collected.ts';

const tea = { id: 1, name: 'Tea', price: 3.5 };
const catalog = new MemoryCatalog([tea]);

/** What a program without types may hand in. */
function untyped<T>(value: unknown): T {
  return value as T;
}

describe('the library', () => {
  const names =
    'headersTimeout, requestTimeout, connectionsCheckingInterval, keepAliveTimeout, maxHeaderSize, timeout, maxUnanswered, lingerTimeout, stopGrace, stopTimeout';
  const whole = 'expected a whole number from 1 to 2147483647, got';
  const refusals: [what: string, make: () => unknown, message: string][] = [
    ...[undefined, null, [], () => {}, { list: () => [] }, { findById: () => undefined }].flatMap(
      (value): [string, () => unknown, string][] => {
        const message = 'createApp: expected a ProductCatalog, with list() and findById(id)';
        const name = typeof value === 'function' ? 'a function' : JSON.stringify(value);
        return [
          [`createHandler of ${name}`, () => createHandler(untyped(value)), message],
          [`createServer of ${name}`, () => createServer(untyped(value)), message],
        ];
      },
    ),
    ...[undefined, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, '5'].map(
      (value): [string, () => unknown, string] => [
        `a limit of ${value}`,
        () => createServer(catalog, { limits: { timeout: untyped(value) } }),
        `createServer: timeout: ${whole} ${value}`,
      ],
    ),
    [
      'a limit with another name',
      () => createServer(catalog, { limits: untyped({ timeOut: 5 }) }),
      `createServer: no limit is called timeOut; there are ${names}`,
    ],
    ...[undefined, null, 5, {}].map((value): [string, () => unknown, string] => [
      `MemoryCatalog of ${JSON.stringify(value)}`,
      () => new MemoryCatalog(untyped(value)),
      'MemoryCatalog: expected an array of products',
    ]),
  ];
  for (const [what, make, message] of refusals) {
    it(`refuses ${what}`, () => {
      expect(make).to.throw(TypeError).with.property('message', message);
    });
  }

  it('names its errors', () => {
    const error = new CatalogFileError('a.json', 'one', 'two');
    expect(error).to.include({ name: 'CatalogFileError', message: 'a.json: one\na.json: two' });
    expect(new InvalidProductError()).to.have.property('name', 'InvalidProductError');
  });

  it('takes the least and the most of a limit', () => {
    const limits = { timeout: 1, stopGrace: 2 ** 31 - 1 };
    expect(() => createServer(catalog, { limits })).not.to.throw();
  });

  it('says which of many products is wrong', () => {
    const products = Array.from({ length: 100 }, () => tea);
    expect(() => new MemoryCatalog(products.with(37, { ...tea, price: untyped('9') })))
      .to.throw(InvalidProductError)
      .with.property('message', '[37].price: expected a finite number, got "9"');
  });

  it('answers 500, and not an empty object, where a catalog returns a promise', async () => {
    const messages: string[] = [];
    const handler = createHandler(
      {
        list: () => untyped([Promise.resolve(tea)]),
        findById: () => untyped(Promise.resolve(tea)),
      },
      { onError: ({ message }) => messages.push(message) },
    );
    for (const path of ['/api/products', '/api/products/1']) {
      const { status, body } = await request(handler).get(path);
      expect([status, body]).to.deep.equal([500, { error: 'Internal server error' }]);
    }
    const message = 'the catalog returned something other than a product';
    expect(messages).to.deep.equal([message, message]);
  });

  it('passes no error to onError where a client leaves in the middle of an answer', async () => {
    const errors: Error[] = [];
    const { server, stop } = createServer(new MemoryCatalog(largeList), {
      onError: (error) => errors.push(error),
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [socket] = await connected;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    client.write('GET /api/products HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(client, 'data');
    client.resetAndDestroy();
    await closed;
    await stop();
    expect(errors).to.deep.equal([]);
  });

  it('leaves nothing of a server that was stopped, or never listened', async () => {
    async function use(listens: boolean): Promise<WeakRef<object>> {
      const { server, stop } = createServer(catalog);
      if (listens) {
        await once(server.listen(0, '127.0.0.1'), 'listening');
        await stop();
      }
      return new WeakRef(server);
    }
    await untilCollected([await use(true), await use(false), await use(true), await use(false)]);
  });
});
