import { once } from 'node:events';
import { expect } from 'chai';
import supertest from 'supertest';
import { createHandler, createServer } from '../../../src/adapters/http/create-server.ts';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';
import type { ProductCatalog } from '../../../src/domain/product-catalog.ts';
import { catchUncaught } from '../../support/catch-uncaught.ts';
import { largeList } from '../../support/large-list.ts';
import { listening } from '../../support/local-server.ts';
import { get } from '../../support/raw-http.ts';
import { untilCollected } from '../../support/until-collected.ts';

const catalog = new MemoryCatalog([{ id: 1, name: 'Tea', price: 3.5 }]);
const failing: ProductCatalog = {
  list() {
    throw new Error('list');
  },
  findById: () => undefined,
};

/** What a program without types may hand in. */
function untyped<T>(value: unknown): T {
  return value as T;
}

/** A mistake in how the library is used is told at once, and an error of the catalogue to `onError`. */
describe('createServer and createHandler', () => {
  const message = 'expected a ProductCatalog, with list() and findById(id)';
  for (const create of [createHandler, createServer]) {
    for (const [what, value] of [
      ['nothing', undefined],
      ['null', null],
      ['an array of products', catalog.list()],
      ['a catalogue without findById', { list: () => [] }],
      ['a catalogue without list', { findById: () => undefined }],
    ] as const) {
      it(`refuse ${what}, in ${create.name}`, () => {
        expect(() => create(untyped(value)))
          .to.throw(TypeError)
          .with.property('message', `${create.name}: ${message}`);
      });
    }
  }

  it('refuse two limits that contradict each other, as Node does', () => {
    const limits = { requestTimeout: 5000, headersTimeout: 6000 };
    expect(() => createServer(catalog, { limits })).to.throw(RangeError, 'headersTimeout');
  });

  it('pass an exception that became a 500 to onError', async () => {
    const messages: string[] = [];
    const handler = createHandler(failing, { onError: ({ message }) => messages.push(message) });
    expect((await supertest(handler).get('/api/products')).status).to.equal(500);
    expect(messages).to.deep.equal(['list']);
  });

  const thrower = () => {
    throw new TypeError('onError');
  };
  for (const onError of [thrower, null]) {
    it(`send the 500 though onError ${onError === null ? 'is null' : 'throws'}, which is an uncaught exception`, async () => {
      const uncaught = catchUncaught();
      const handler = createHandler(failing, { onError: untyped(onError) });
      const { status, body } = await supertest(handler).get('/api/products');
      const caught = uncaught.stop();
      expect([status, body]).to.deep.equal([500, { error: 'Internal server error' }]);
      expect(caught).to.have.length(1);
      expect(caught[0]).to.be.instanceOf(TypeError);
    });
  }

  it('pass no error to onError if a client disconnects in the middle of a response', async () => {
    const errors: Error[] = [];
    const onError = (error: Error) => errors.push(error);
    const { connect, stop } = await listening(
      createServer(new MemoryCatalog(largeList), { onError }),
    );
    const { client, accepted } = await connect();
    const closed = new Promise((resolve) => accepted.once('close', resolve));
    client.send(get('/api/products'));
    await once(client.socket, 'data');
    client.socket.resetAndDestroy();
    await closed;
    await stop();
    expect(errors).to.deep.equal([]);
  });

  it('leave nothing of a server that was stopped, or never listened', async () => {
    async function use(listens: boolean): Promise<WeakRef<object>> {
      const created = createServer(catalog);
      if (listens) await (await listening(created)).stop();
      return new WeakRef(created.server);
    }
    await untilCollected([await use(true), await use(false), await use(true), await use(false)]);
  });
});
