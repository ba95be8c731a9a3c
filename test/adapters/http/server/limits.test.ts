import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect } from 'chai';
import type { Limits } from '../../../../src/adapters/http/server/limits.ts';
import { createStoppableServer } from '../../../../src/adapters/http/server/stoppable-server.ts';
import type { Product } from '../../../../src/domain/product.ts';
import { expectJson } from '../../../support/contract.ts';
import { largeList } from '../../../support/large-list.ts';
import { type LocalServer, startServer } from '../../../support/local-server.ts';
import { RawClient, request } from '../../../support/raw-http.ts';

const GET = 'GET /api/products/2 HTTP/1.1\r\nHost: a\r\n';
const GET_LIST = 'GET /api/products HTTP/1.1\r\nHost: a\r\n\r\n';

describe('createStoppableServer, with short limits', () => {
  let server: LocalServer | undefined;

  async function start(limits: Partial<Limits>, products?: readonly Product[]): Promise<number> {
    server = await startServer({ connectionsCheckingInterval: 20, ...limits }, products);
    return server.port;
  }

  afterEach(() => server?.stop());

  const unfinished: [what: string, sent: string][] = [
    ['a head that does not go on', 'GET /api/products/2 HTTP/1.1\r\nHost: a\r\nX: '],
    ['nothing at all', ''],
    ['a second head that does not go on', `${GET}\r\nGET /`],
    ['a length that is not filled', `${GET}Content-Length: 5\r\n\r\nabc`],
    ['chunks without an end', `${GET}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`],
  ];
  for (const [what, sent] of unfinished) {
    it(`answers 408 to ${what}`, async () => {
      const client = new RawClient(await start({ headersTimeout: 50, requestTimeout: 100 }));
      client.send(sent);
      const responses = await client.closed();
      const before = responses.slice(0, -1);
      for (const response of responses) expectJson(response, 'GET');
      expect(responses.at(-1)?.status).to.equal(408);
      expect(responses.at(-1)?.fields.get('connection')).to.deep.equal(['close']);
      expect(before.map(({ status }) => status)).to.deep.equal(sent.endsWith('GET /') ? [200] : []);
    });
  }

  it('answers 408 to a head that trickles', async () => {
    const client = new RawClient(await start({ headersTimeout: 100, requestTimeout: 100 }));
    client.send(GET);
    const trickle = setInterval(() => client.send('X: y\r\n'), 5);
    const responses = await client.closed();
    clearInterval(trickle);
    expect(responses.map(({ status }) => status)).to.deep.equal([408]);
  });

  it('closes a connection that stays idle after an answer, without another word', async () => {
    const client = new RawClient(await start({ keepAliveTimeout: 50 }));
    client.send(`${GET}\r\n`);
    expect((await client.closed()).map(({ status }) => status)).to.deep.equal([200]);
  });

  it('says for how long it keeps a connection: 75 s, which outlives a balancer', async () => {
    const client = new RawClient(await start({}));
    client.send(`${GET}\r\n`);
    const [response] = await client.responses(1);
    expect(response?.fields.get('keep-alive')).to.deep.equal(['timeout=75']);
    client.socket.destroy();
  });

  const silent: [what: string, sent: string, trickle: string][] = [
    ['nothing', '', ''],
    ['a head, octet by octet', '', 'x'],
    ['a request without Host, and then octets', 'GET / HTTP/1.1\r\n\r\n', 'x'],
    ['rubbish', 'rubbish\r\n\r\n', 'x'],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', ''],
  ];
  for (const [what, sent, trickle] of silent) {
    it(`drops a peer that reads nothing of its answer, and sends ${what}`, async () => {
      const port = await start({ timeout: 50, headersTimeout: 100 }, largeList);
      const client = new RawClient(port);
      const [accepted] = (await once(server?.server ?? client.socket, 'connection')) as [Socket];
      client.socket.pause();
      client.send(GET_LIST + sent);
      const sending = setInterval(() => client.send(trickle), 10);
      await once(accepted, 'close');
      clearInterval(sending);
      client.socket.destroy();
      expect((await request(port, 'GET', '/api/products/2')).status).to.equal(200);
    });
  }

  it('sends all of a large answer to a peer that reads late', async () => {
    const client = new RawClient(await start({ keepAliveTimeout: 50 }, largeList));
    client.socket.pause();
    client.send(GET_LIST);
    await request(server?.port ?? 0, 'GET', '/api/products/2');
    client.socket.resume();
    const [response] = await client.closed();
    expect(JSON.parse(response?.body ?? '')).to.have.length(largeList.length);
  });

  it('sends every answer to a client that closes its side before it reads the first', async () => {
    const client = new RawClient(await start({}, largeList));
    client.socket.pause();
    client.send(GET_LIST.repeat(2));
    client.socket.end();
    await request(server?.port ?? 0, 'GET', '/api/products/2');
    client.socket.resume();
    for (const response of await client.closed()) {
      expect(expectJson(response, 'GET')).to.have.length(largeList.length);
    }
    expect(await client.closed()).to.have.length(2);
  });

  it('stops reading from a peer that pipelines requests and reads no answer', async () => {
    const port = await start({}, largeList);
    const client = new RawClient(port);
    client.socket.pause();
    const batch = GET_LIST.repeat(1000);
    // As much as a server that reads on would take, and far more than the sockets' buffers hold.
    let sent = 0;
    while (client.socket.writableLength < 50 * batch.length && sent < 1000) {
      client.send(batch);
      sent += 1;
      await request(port, 'GET', '/api/products/2');
    }
    expect(client.socket.writableLength).to.be.at.least(50 * batch.length);
    client.socket.destroy();
  });

  it('answers as many waiting requests as it may, says close with the last, and drops the others', async () => {
    const client = new RawClient(await start({ maxUnanswered: 3 }));
    client.send(`${GET}\r\n`.repeat(1000));
    const responses = await client.closed();
    expect(responses.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    const fields = responses.map((response) => response.fields.get('connection')?.[0]);
    expect(fields).to.deep.equal(['keep-alive', 'keep-alive', 'close']);
  });

  it('answers any number of requests of a client that waits for its answers', async () => {
    const client = new RawClient(await start({ maxUnanswered: 3 }));
    for (let count = 1; count <= 10; count += 1) {
      client.send(`${GET}\r\n`);
      await client.responses(count);
    }
    client.socket.end();
    expect(await client.closed()).to.have.length(10);
  });

  it('lets a refusal be read by a peer that goes on sending', async () => {
    const client = new RawClient(await start({}));
    client.send(`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`);
    const more = setInterval(() => client.send('x'.repeat(100_000)), 5);
    const responses = await client.responses(1);
    clearInterval(more);
    expect(responses.map(({ status }) => status)).to.deep.equal([431]);
    client.socket.destroy();
  });
});

describe('createStoppableServer, with a handler that takes its time', () => {
  it('ends a connection after the answers that wait, though these have begun without a close', async () => {
    const responses: ServerResponse[] = [];
    const { server, stop } = createStoppableServer(
      (_request, response) => {
        response.writeHead(200, { 'Content-Length': 2 }).flushHeaders();
        responses.push(response);
      },
      { maxUnanswered: 2 },
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = new RawClient((server.address() as AddressInfo).port);
    for (let count = 0; count < 3; count += 1) {
      client.send(`${GET}\r\n`);
      await once(server, 'request');
    }
    for (const response of responses) response.end('{}');
    expect((await client.closed()).map(({ body }) => body)).to.deep.equal(['{}', '{}']);
    await stop();
  });
});
