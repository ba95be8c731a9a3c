import type { RequestListener, Server } from 'node:http';
import { expect } from 'chai';
import supertest from 'supertest';
import { createHandler, createServer } from '../../../src/adapters/http/create-server.ts';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';
import type { ProductCatalog } from '../../../src/domain/product-catalog.ts';
import { inTime, once } from '../../support/in-time.ts';
import { largeList } from '../../support/large-list.ts';
import { Servers } from '../../support/local-server.ts';
import { GET_LIST } from '../../support/raw-http.ts';
import { uncaughtIn } from '../../support/uncaught-in.ts';

const catalog = new MemoryCatalog([{ id: 1, name: 'Tea', price: 3.5 }]);
const failing: ProductCatalog = {
  list() {
    throw new Error('list');
  },
  findById: () => undefined,
};

/** A mistake in how the library is used is told at once, and an error of the catalogue to `onError`. */
describe('createServer and createHandler', () => {
  const servers = new Servers();
  const ask = (app: Server | RequestListener) =>
    inTime(supertest(app).get('/api/products'), () => 'the response to GET /api/products');
  const message = 'expected a ProductCatalog, with list() and findById(id)';
  for (const create of [createHandler, createServer]) {
    for (const [what, value] of [
      ['nothing', undefined],
      ['a catalogue without findById', { list: () => [] }],
      ['a catalogue without list', { findById: () => undefined }],
    ] as const) {
      it(`refuse ${what}, in ${create.name}`, () => {
        expect(() => create(value as unknown as ProductCatalog))
          .to.throw(TypeError)
          .with.property('message', message);
      });
    }

    it(`refuse an onError that would swallow each error, in ${create.name}`, () => {
      const options: object = { onError: null };
      expect(() => create(catalog, options)).to.throw(
        TypeError,
        'onError: expected a function, got null',
      );
    });
  }

  it('pass an exception that became a 500 to onError, which prints it by default', async () => {
    const told: string[] = [];
    const printed: string[] = [];
    const onError = ({ message }: Error) => told.push(message);
    const { error } = console;
    console.error = ({ message }: Error) => printed.push(message);
    try {
      for (const { server } of [createServer(failing, { onError }), createServer(failing)]) {
        expect((await ask(server)).status).to.equal(500);
      }
    } finally {
      console.error = error;
    }
    expect([told, printed]).to.deep.equal([['list'], ['list']]);
  });

  it('send the 500 though onError throws, which is an uncaught exception', async () => {
    const thrown = new Error('onError');
    const onError = () => {
      throw thrown;
    };
    const uncaught = await uncaughtIn(async () => {
      const { status, body } = await ask(createHandler(failing, { onError }));
      expect([status, body]).to.deep.equal([500, { error: 'Internal server error' }]);
    });
    expect(uncaught).to.deep.equal([thrown]);
  });

  it('tell and print nothing if a client disconnects in the middle of a response', async () => {
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const { error } = console;
    console.error = onError;
    try {
      const created = createServer(new MemoryCatalog(largeList), { onError });
      const { connect, stop } = await servers.listen(created);
      const { client } = await connect();
      client.send(GET_LIST);
      await once(client.socket, 'data');
      client.socket.resetAndDestroy();
      expect(await stop()).to.deep.equal([]);
    } finally {
      console.error = error;
    }
    expect(errors).to.deep.equal([]);
  });

  it('take limits', () => {
    const limits = { maxUnanswered: 0 };
    expect(() => createServer(catalog, { limits })).to.throw(RangeError, 'maxUnanswered: ');
  });
});
