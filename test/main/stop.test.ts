import { once } from 'node:events';
import { expect } from 'chai';
import { seedProducts } from '../../src/adapters/memory/seed-products.ts';
import { expectContract } from '../support/contract.ts';
import { get, RawClient } from '../support/raw-http.ts';
import { Programs, preload } from '../support/service.ts';

const GET_2 = get('/api/products/2');

/** What a signal does to the whole service; `stop-when-told.test.ts` has the rest of what ends it. */
describe('main, when it is told to stop', () => {
  const programs = new Programs();

  it('ends at once while it waits for its catalogue on standard input', async () => {
    const script =
      "process.on('newListener', (name) => name === 'uncaughtException' && console.log(name))";
    const service = programs.serve(preload(script), '-');
    await once(service.process.stdout, 'data');
    expect(await service.stop()).to.equal(0);
  });

  it('loses no request of 32 clients that send one after the other', async () => {
    const service = programs.serve();
    const { port } = new URL(await service.ready());
    const clients = Array.from({ length: 32 }, () => new RawClient(Number(port)));
    await Promise.all(
      clients.map((client) => {
        client.send(GET_2);
        return client.responses(1);
      }),
    );
    const requests = Promise.all(clients.map(keepRequesting));
    expect(await service.stop()).to.equal(0);
    await requests;
    expect(service.stderr).to.equal('');
  });

  it('ends with status 1 when it cuts off a client at the deadline, and names it', async () => {
    // The deadline is 10 s, which are 0.1 s to this process.
    const script =
      'const wait = setTimeout; globalThis.setTimeout = (call, time) => wait(call, time / 100)';
    const service = programs.serve({ ...preload(script), HOST: '127.0.0.1' });
    const client = new RawClient(Number(new URL(await service.ready()).port));
    const post = get('/', 'Content-Length: 4').replace('GET', 'POST');
    client.send(`${post}body${post}`);
    await client.responses(1);
    const { localPort } = client.socket;
    expect(await service.stop()).to.equal(1);
    expect(service.stderr).to.equal(
      `product-catalogue: cut off at the deadline: 127.0.0.1 port ${localPort}, POST /\n`,
    );
  });
});

/**
 * Sends a request after each response, on a connection that has had one already, until a response says
 * that it is the last on this connection.
 * @throws {Error} for a request without a complete and correct response
 */
async function keepRequesting(client: RawClient): Promise<void> {
  for (let count = 2; ; count += 1) {
    client.send(GET_2);
    const response = (await client.responses(count)).at(count - 1);
    if (response === undefined) throw new Error(`request ${count} got no response`);
    expectContract(response, 'GET', { status: 200, json: seedProducts[1] });
    if (response.fields.get('connection')?.[0] === 'close') return;
  }
}
