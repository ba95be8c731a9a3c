import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import type { Limits } from '../../../../src/adapters/http/server/limits.ts';
import { createStoppableServer } from '../../../../src/adapters/http/server/stoppable-server.ts';
import type { Product } from '../../../../src/domain/product.ts';
import { expectJson } from '../../../support/contract.ts';
import { countTimers } from '../../../support/count-timers.ts';
import { largeList } from '../../../support/large-list.ts';
import { NEVER, startHandler, startServer } from '../../../support/local-server.ts';
import { pauseProcess } from '../../../support/pause-process.ts';
import { RawClient, type RawResponse } from '../../../support/raw-http.ts';

const GET = 'GET /api/products/2 HTTP/1.1\r\nHost: a\r\n\r\n';
const GET_LIST = 'GET /api/products HTTP/1.1\r\nHost: a\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n';

function connectionOf(response: RawResponse | undefined): readonly string[] | undefined {
  return response?.fields.get('connection');
}

describe('stop', () => {
  /** A server, and a client that has received a response and keeps its connection open. */
  async function startWithClient(
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

  it('ends at once without open connections', async () => {
    const server = await startServer({ stopGrace: NEVER, stopTimeout: NEVER });
    expect(await server.stop()).to.deep.equal([]);
  });

  it('leaves no timer behind, which would keep the process alive', async () => {
    const { server, client } = await startWithClient({ stopGrace: 50, stopTimeout: NEVER });
    const before = countTimers();
    expect(await server.stop()).to.deep.equal([]);
    expect(await client.closed()).to.have.length(1);
    expect(countTimers()).to.be.at.most(before);
  });

  it('accepts no more connections', async () => {
    const { server, client } = await startWithClient({ stopGrace: NEVER, stopTimeout: NEVER });
    const stopped = server.stop();
    while (server.server.listening) await setImmediate();
    const [error] = await once(connect(server.port, '127.0.0.1'), 'error');
    expect(error).to.have.property('code', 'ECONNREFUSED');
    client.socket.destroy();
    expect(await stopped).to.deep.equal([]);
  });

  it('answers a request that arrives on an idle connection, and then closes the connection', async () => {
    const { server, client } = await startWithClient({ stopGrace: NEVER, stopTimeout: NEVER });
    const stopped = server.stop();
    client.send(GET);
    const [, response] = await client.closed();
    expect(response?.status).to.equal(200);
    expect(connectionOf(response)).to.deep.equal(['close']);
    expect(await stopped).to.deep.equal([]);
  });

  it('answers pipelined requests that arrive, and sends Connection: close with the last', async () => {
    const { server, client } = await startWithClient({ stopGrace: NEVER, stopTimeout: NEVER });
    const stopped = server.stop();
    client.send(GET.repeat(3));
    const [, ...responses] = await client.closed();
    const fields = responses.map(connectionOf);
    expect(fields).to.deep.equal([['keep-alive'], ['keep-alive'], ['close']]);
    expect(await stopped).to.deep.equal([]);
  });

  it('answers nothing after a request that asks for Connection: close', async () => {
    const { server, client } = await startWithClient({ stopGrace: NEVER, stopTimeout: NEVER });
    const stopped = server.stop();
    client.send(`${GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}${GET}`);
    const [, ...responses] = await client.closed();
    expect(responses.map(connectionOf)).to.deep.equal([['close']]);
    expect(await stopped).to.deep.equal([]);
  });

  it('gives a client that has sent no request yet time to send one, and to read the response', async () => {
    const server = await startServer({ stopGrace: NEVER, stopTimeout: NEVER }, largeList);
    const client = new RawClient(server.port);
    await once(server.server, 'connection');
    const stopped = server.stop();
    client.send(GET_LIST);
    const [response] = await client.closed();
    expect(connectionOf(response)).to.deep.equal(['close']);
    expect(await stopped).to.deep.equal([]);
  });

  it('does not report clients without an unanswered request at the deadline', async () => {
    const { server, client } = await startWithClient({ stopGrace: NEVER, stopTimeout: 50 });
    const other = new RawClient(server.port);
    await once(server.server, 'connection');
    expect(await server.stop()).to.deep.equal([]);
    expect(await client.closed()).to.have.length(1);
    expect(await other.closed()).to.have.length(0);
  });

  it('waits for the rest of a head and of a body', async () => {
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
    it(`closes a connection that ${what} and sends no more, and does not report it`, async () => {
      const { server, client } = await startWithClient({ stopGrace: 50, stopTimeout: NEVER });
      client.send(sent);
      expect(await server.stop()).to.deep.equal([]);
      expect(await client.closed()).to.have.length(1);
    });
  }

  it('answers a request that arrives while the process is paused for longer than stopGrace', async () => {
    const limits = { stopGrace: 500, stopTimeout: NEVER };
    const { server, client } = await startWithClient(limits, largeList);
    const stopped = server.stop();
    while (server.server.listening) await setImmediate();
    client.send(GET_LIST);
    pauseProcess(1000);
    const [, response] = await client.closed();
    expect(expectJson(response as RawResponse, 'GET')).to.have.length(largeList.length);
    expect(connectionOf(response)).to.deep.equal(['close']);
    expect(await stopped).to.deep.equal([]);
  });

  it('answers a request that arrived while the process was paused for longer than timeout', async () => {
    const server = await startServer({ timeout: 300, stopGrace: NEVER, stopTimeout: NEVER });
    const client = new RawClient(server.port);
    await Promise.all([once(server.server, 'connection'), once(client.socket, 'connect')]);
    client.send(GET);
    pauseProcess(600);
    const stopped = server.stop();
    const [response] = await client.closed();
    expect(connectionOf(response)).to.deep.equal(['close']);
    expect(await stopped).to.deep.equal([]);
  });

  it('waits until the deadline for a request that is never answered, though its client has left', async () => {
    const { server, port, stop } = await startHandler(() => {}, { stopTimeout: 50 });
    const client = new RawClient(port);
    client.send(GET);
    await once(server, 'request');
    client.socket.end();
    const { localPort } = client.socket;
    expect(await stop()).to.deep.equal([`127.0.0.1 port ${localPort}, GET /api/products/2`]);
  });

  it('sends all of a large list to a slow client', async () => {
    const { server, client } = await startWithClient(
      { stopGrace: 50, stopTimeout: NEVER },
      largeList,
    );
    client.socket.pause();
    client.send(GET_LIST);
    await once(server.server, 'request');
    const stopped = server.stop();
    client.socket.resume();
    const [, response] = await client.closed();
    expect(expectJson(response as RawResponse, 'GET')).to.have.length(largeList.length);
    expect(await stopped).to.deep.equal([]);
  });

  it('disconnects, at the deadline, a client that has not read its response, and reports it', async () => {
    const { server, client } = await startWithClient(
      { stopGrace: 10, stopTimeout: 100 },
      largeList,
    );
    client.socket.pause();
    client.send(GET_LIST);
    await once(server.server, 'request');
    const { localPort } = client.socket;
    expect(await server.stop()).to.deep.equal([`127.0.0.1 port ${localPort}, GET /api/products`]);
    client.socket.destroy();
  });

  it('disconnects, at the deadline, a client that does not send the rest of its body', async () => {
    const { server, client } = await startWithClient({ stopGrace: 10, stopTimeout: 100 });
    client.send(POST);
    await once(server.server, 'request');
    const { localPort } = client.socket;
    expect(await server.stop()).to.deep.equal([`127.0.0.1 port ${localPort}, POST /`]);
  });

  it('disconnects, at the deadline, a client that does not send the rest of its first request', async () => {
    const server = await startServer({ stopGrace: 50, stopTimeout: 200 });
    const client = new RawClient(server.port);
    await Promise.all([once(server.server, 'connection'), once(client.socket, 'connect')]);
    const { localPort } = client.socket;
    client.send(POST);
    expect(await server.stop()).to.deep.equal([`127.0.0.1 port ${localPort}, POST /`]);
  });

  it('reports the first 200 characters of a long target', async () => {
    const { server, port, stop } = await startHandler(() => {}, { stopTimeout: 50 });
    const client = new RawClient(port);
    client.send(GET.replace('/api/products/2', `/${'x'.repeat(300)}`));
    await once(server, 'request');
    const [line] = await stop();
    expect(line).to.match(/, GET \/x{199}…$/);
  });

  it('can be called twice, and before the server listens', async () => {
    const { stop } = await startServer({});
    expect(await Promise.all([stop(), stop()])).to.deep.equal([[], []]);
    expect(await createStoppableServer(() => {}).stop()).to.deep.equal([]);
  });
});
