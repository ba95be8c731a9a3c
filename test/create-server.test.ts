import type { RequestListener, Server } from 'node:http';
import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import supertest from 'supertest';
import { MemoryCatalog } from '../src/adapters/memory/memory-catalog.ts';
import { createHandler, createServer } from '../src/create-server.ts';
import type { ProductCatalog } from '../src/domain/product-catalog.ts';
import { largeList } from './support/large-list.ts';
import { Servers } from './support/local-server.ts';
import { GET_LIST, request } from './support/raw-http.ts';
import { uncaughtIn } from './support/uncaught-in.ts';
import { once, withTimeout } from './support/with-timeout.ts';

const thrown = new Error('list');
const failing: ProductCatalog = {
  list() {
    throw thrown;
  },
  findById: () => undefined,
};

/** A mistake in how the library is used is told at once, and an error of the catalogue to `onError`. */
describe('createServer and createHandler', () => {
  const servers = new Servers();
  afterEach(() => {
    mock.restoreAll();
    mock.timers.reset();
  });
  const ask = (app: Server | RequestListener) =>
    withTimeout(supertest(app).get('/api/products'), () => 'the response to GET /api/products');
  it('pass an exception that became a 500 to onError, which prints it by default', async () => {
    const told: unknown[] = [];
    const printing = mock.method(console, 'error', () => {}).mock;
    for (const onError of [(error: Error) => told.push(error), undefined]) {
      const { server } = createServer(failing, { onError } as object);
      expect(await ask(server)).to.have.property('status', 500);
      // `onError` is called in the turn after the response.
      await nextTurn();
    }
    expect(told).to.deep.equal([thrown]);
    expect(printing.calls.map((call) => call.arguments)).to.deep.equal([told]);
  });

  it('send the 500 though onError throws, which is an uncaught exception', async () => {
    const onError = (error: Error) => {
      throw error;
    };
    const uncaught = await uncaughtIn(async () => {
      const { status, body } = await ask(createHandler(failing, { onError }));
      expect([status, body]).to.deep.equal([500, { error: 'Internal server error' }]);
    });
    expect(uncaught).to.deep.equal([thrown]);
  });

  it('print nothing if a client disconnects in the middle of a response', async () => {
    const printing = mock.method(console, 'error', () => {}).mock;
    const { connect, stop } = await servers.listen(createServer(new MemoryCatalog(largeList)));
    const { client } = await connect();
    client.send(GET_LIST);
    await once(client.socket, 'data');
    client.socket.resetAndDestroy();
    expect(await stop()).to.equal(0);
    expect(printing.callCount()).to.equal(0);
  });

  it('wait before each request is handled, if they are told to', async () => {
    const list = mock.fn(() => []);
    const catalog: ProductCatalog = { list, findById: () => undefined };
    const { server, port } = await servers.listen(createServer(catalog, { delay: 400 }));
    mock.timers.enable({ apis: ['setTimeout'] });
    const response = request(port, 'GET', '/api/products');
    await once(server, 'request');
    await nextTurn();
    await nextTurn();
    mock.timers.tick(399);
    await nextTurn();
    expect(list.mock.callCount()).to.equal(0);
    mock.timers.tick(1);
    expect(await response).to.have.property('status', 200);
  });
});
