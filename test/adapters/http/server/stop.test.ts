import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { Limits } from '../../../../src/adapters/http/server/limits.ts';
import { createStoppableServer } from '../../../../src/adapters/http/server/stoppable-server.ts';
import type { Product } from '../../../../src/domain/product.ts';
import { expectJson } from '../../../support/contract.ts';
import { largeList } from '../../../support/large-list.ts';
import { startServer } from '../../../support/local-server.ts';
import { RawClient, type RawResponse } from '../../../support/raw-http.ts';

const GET = 'GET /api/products/2 HTTP/1.1\r\nHost: a\r\n\r\n';
const GET_LIST = 'GET /api/products HTTP/1.1\r\nHost: a\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n';
/** Longer than any test may take: what waits for it fails by time-out. */
const NEVER = 3_600_000;

function connectionOf(response: RawResponse | undefined): readonly string[] | undefined {
  return response?.fields.get('connection');
}

describe('stop', () => {
  /** A server and a client that has had one answer, and keeps its connection. */
  async function meet(
    limits: Partial<Limits>,
    products: readonly Product[] = largeList.slice(0, 3),
  ) {
    const server = await startServer(limits, products);
    const client = new RawClient(server.port);
    client.send(GET);
    const [response] = await client.responses(1);
    expect(connectionOf(response)).to.deep.equal(['keep-alive']);
    return { server, client };
  }

  it('ends at once where nothing is open', async () => {
    const server = await startServer({ stopGrace: NEVER, stopTimeout: NEVER });
    expect(await server.stop()).to.deep.equal([]);
  });

  it('takes no more connections', async () => {
    const { server, client } = await meet({ stopGrace: NEVER, stopTimeout: NEVER });
    const stopped = server.stop();
    while (server.server.listening) await setImmediate();
    const [error] = await once(connect(server.port, '127.0.0.1'), 'error');
    expect(error).to.have.property('code', 'ECONNREFUSED');
    client.socket.destroy();
    expect(await stopped).to.deep.equal([]);
  });

  it('answers a request that is on its way over an idle connection, and then closes that', async () => {
    const { server, client } = await meet({ stopGrace: NEVER, stopTimeout: NEVER });
    const stopped = server.stop();
    client.send(GET);
    const [, response] = await client.closed();
    expect(response?.status).to.equal(200);
    expect(connectionOf(response)).to.deep.equal(['close']);
    expect(await stopped).to.deep.equal([]);
  });

  it('answers pipelined requests that are on their way, and says close with the last', async () => {
    const { server, client } = await meet({ stopGrace: NEVER, stopTimeout: NEVER });
    const stopped = server.stop();
    client.send(GET.repeat(3));
    const [, ...responses] = await client.closed();
    const fields = responses.map(connectionOf);
    expect(fields).to.deep.equal([['keep-alive'], ['keep-alive'], ['close']]);
    expect(await stopped).to.deep.equal([]);
  });

  it('leaves it at close where a client has asked for that before it sent more', async () => {
    const { server, client } = await meet({ stopGrace: NEVER, stopTimeout: NEVER });
    const stopped = server.stop();
    client.send(`${GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}${GET}`);
    const [, ...responses] = await client.closed();
    expect(responses.map(connectionOf)).to.deep.equal([['close']]);
    expect(await stopped).to.deep.equal([]);
  });

  it('gives a connection that has asked nothing yet its grace, and its answer time', async () => {
    const server = await startServer({ stopGrace: NEVER, stopTimeout: NEVER }, largeList);
    const client = new RawClient(server.port);
    await once(server.server, 'connection');
    const stopped = server.stop();
    client.send(GET_LIST);
    const [response] = await client.closed();
    expect(connectionOf(response)).to.deep.equal(['close']);
    expect(await stopped).to.deep.equal([]);
  });

  it('does not report clients that it owed nothing at the deadline', async () => {
    const { server, client } = await meet({ stopGrace: NEVER, stopTimeout: 50 });
    const other = new RawClient(server.port);
    await once(server.server, 'connection');
    expect(await server.stop()).to.deep.equal([]);
    expect(await client.closed()).to.have.length(1);
    expect(await other.closed()).to.have.length(0);
  });

  it('lets a head and a body that have begun come to their end', async () => {
    const server = await startServer({ stopGrace: NEVER, stopTimeout: NEVER });
    const clients = [GET, POST].map((head) => {
      const client = new RawClient(server.port);
      client.send(GET + head.slice(0, head === GET ? 10 : undefined));
      return client;
    });
    await Promise.all(clients.map((client) => client.responses(1)));
    const stopped = server.stop();
    clients[0]?.send(GET.slice(10));
    clients[1]?.send('body');
    for (const client of clients) {
      const [, response] = await client.closed();
      expectJson(response as RawResponse, 'GET');
      expect(connectionOf(response)).to.deep.equal(['close']);
    }
    expect(await stopped).to.deep.equal([]);
  });

  for (const [what, sent] of [
    ['is idle', ''],
    ['has sent half a head', GET.slice(0, 10)],
  ] as const) {
    it(`closes a connection that ${what} and does not go on, and calls that clean`, async () => {
      const { server, client } = await meet({ stopGrace: 50, stopTimeout: NEVER });
      client.send(sent);
      expect(await server.stop()).to.deep.equal([]);
      expect(await client.closed()).to.have.length(1);
    });
  }

  it('answers what has arrived while the process was paused beyond the grace', async () => {
    const { server, client } = await meet({ stopGrace: 10, stopTimeout: NEVER });
    const stopped = server.stop();
    while (server.server.listening) await setImmediate();
    client.send(GET);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    const [, response] = await client.closed();
    expect(connectionOf(response)).to.deep.equal(['close']);
    expect(await stopped).to.deep.equal([]);
  });

  it('answers clients whose connections only the kernel has accepted', async () => {
    const server = await startServer({ stopGrace: NEVER, stopTimeout: NEVER });
    const clients = Array.from({ length: 32 }, () => new RawClient(server.port));
    for (const client of clients) client.send(GET);
    // The clients' side of each connection is open, and this process has not accepted it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    expect(await server.stop()).to.deep.equal([]);
    for (const client of clients) {
      const [response] = await client.closed();
      expect(response?.status).to.equal(200);
    }
  });

  it('waits for its deadline where a client has left and its request is never answered', async () => {
    const { server, stop } = createStoppableServer(() => {}, { stopTimeout: 50 });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = new RawClient((server.address() as AddressInfo).port);
    client.send(GET);
    await once(server, 'request');
    client.socket.end();
    const { localPort } = client.socket;
    expect(await stop()).to.deep.equal([`127.0.0.1 port ${localPort}, GET /api/products/2`]);
  });

  it('lets a slow reader have all of a large list', async () => {
    const { server, client } = await meet({ stopGrace: 50, stopTimeout: NEVER }, largeList);
    client.socket.pause();
    client.send(GET_LIST);
    await once(server.server, 'request');
    const stopped = server.stop();
    client.socket.resume();
    const [, response] = await client.closed();
    expect(expectJson(response as RawResponse, 'GET')).to.have.length(largeList.length);
    expect(await stopped).to.deep.equal([]);
  });

  it('cuts off, at the deadline, whoever still has not read their answer, and names them', async () => {
    const { server, client } = await meet({ stopGrace: 10, stopTimeout: 100 }, largeList);
    client.socket.pause();
    client.send(GET_LIST);
    await once(server.server, 'request');
    const { localPort } = client.socket;
    expect(await server.stop()).to.deep.equal([`127.0.0.1 port ${localPort}, GET /api/products`]);
    client.socket.destroy();
  });

  it('cuts off, at the deadline, whoever does not send the rest of their body', async () => {
    const { server, client } = await meet({ stopGrace: 10, stopTimeout: 100 });
    client.send(POST);
    await once(server.server, 'request');
    const { localPort } = client.socket;
    expect(await server.stop()).to.deep.equal([`127.0.0.1 port ${localPort}, POST /`]);
  });
});
