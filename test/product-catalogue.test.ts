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
import { catchUncaught } from './support/catch-uncaught.ts';
import { largeList } from './support/large-list.ts';
import { untilCollected } from './support/until-collected.ts';

const tea = { id: 1, name: 'Tea', price: 3.5 };
const catalog = new MemoryCatalog([tea]);

/** What a program without types may hand in. */
function untyped<T>(value: unknown): T {
  return value as T;
}

describe('the library', () => {
  const refusals: [what: string, make: () => unknown, message: string][] = [
    ...[undefined, null, [], () => {}, { list: () => [] }, { findById: () => undefined }].flatMap(
      (value): [string, () => unknown, string][] => {
        const message = 'expected a ProductCatalog, with list() and findById(id)';
        const name = typeof value === 'function' ? 'a function' : JSON.stringify(value);
        return [
          [
            `createHandler of ${name}`,
            () => createHandler(untyped(value)),
            `createHandler: ${message}`,
          ],
          [
            `createServer of ${name}`,
            () => createServer(untyped(value)),
            `createServer: ${message}`,
          ],
        ];
      },
    ),
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
    const error = new CatalogFileError('a.json: one');
    expect(error).to.include({ name: 'CatalogFileError', message: 'a.json: one' });
    expect(new InvalidProductError(1, 2, [])).to.have.property('name', 'InvalidProductError');
  });

  it('takes a requestTimeout alone, with a headersTimeout that is no larger', () => {
    const { server } = createServer(catalog, { limits: { requestTimeout: 5000 } });
    expect(server).to.include({ requestTimeout: 5000, headersTimeout: 5000 });
  });

  it('refuses two limits that contradict each other, as Node does', () => {
    const limits = { requestTimeout: 5000, headersTimeout: 6000 };
    expect(() => createServer(catalog, { limits })).to.throw(RangeError, 'headersTimeout');
  });

  it('says which of many products is wrong', () => {
    const products = Array.from({ length: 100 }, () => tea);
    expect(() => new MemoryCatalog(products.with(37, { ...tea, price: untyped('9') })))
      .to.throw(InvalidProductError)
      .with.property(
        'message',
        '1 of 100 products is not valid\n[37].price: expected a number, got "9"',
      );
  });

  const lists: [what: string, list: () => unknown][] = [
    ['a promise', async () => [tea]],
    ['a Map', () => new Map([[1, tea]])],
    ['a Set', () => new Set([tea])],
    ['an object', () => ({ 0: tea, length: 1 })],
    ['nothing', () => undefined],
  ];
  for (const [what, list] of lists) {
    it(`answers 500, and not an empty list, if list() returns ${what}`, async () => {
      const errors: Error[] = [];
      const handler = createHandler(
        { list: untyped(list), findById: () => undefined },
        { onError: (error) => errors.push(error) },
      );
      const { status, body } = await request(handler).get('/api/products');
      expect([status, body]).to.deep.equal([500, { error: 'Internal server error' }]);
      expect(errors.map(({ message }) => message)).to.deep.equal([
        'the catalog returned something other than an array of products',
      ]);
    });
  }

  it('answers 500, and not an empty object, if a product is a promise', async () => {
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

  const callbacks: [what: string, onError: unknown][] = [
    [
      'throws',
      () => {
        throw new TypeError('onError');
      },
    ],
    ['is null', null],
  ];
  for (const [what, onError] of callbacks) {
    it(`sends the 500 though onError ${what}, which is an uncaught exception`, async () => {
      const failing = {
        list(): never {
          throw new Error('list');
        },
        findById: () => undefined,
      };
      const uncaught = catchUncaught();
      const handler = createHandler(failing, { onError: untyped(onError) });
      const { status, body } = await request(handler).get('/api/products');
      const caught = uncaught.stop();
      expect([status, body]).to.deep.equal([500, { error: 'Internal server error' }]);
      expect(caught).to.have.length(1);
      expect(caught[0]).to.be.instanceOf(TypeError);
    });
  }

  it('passes no error to onError if a client disconnects in the middle of an answer', async () => {
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
