import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { type Limits, withDefaults } from '../../../../src/adapters/http/server/limits.ts';
import type { Product } from '../../../../src/domain/product.ts';
import { expectJson } from '../../../support/contract.ts';
import { largeList } from '../../../support/large-list.ts';
import {
  type LocalServer,
  sendUnread,
  startHandler,
  startServer,
} from '../../../support/local-server.ts';
import { pauseProcess } from '../../../support/pause-process.ts';
import { connectionsOf, get, type RawResponse, request } from '../../../support/raw-http.ts';

const GET = get('/api/products/2');
const GET_LIST = get('/api/products');
const CLOSE = get('/api/products/2', 'Connection: close');
const PART = get('/api/products/2', 'Content-Length: 5');

function statusesOf(responses: readonly RawResponse[]): number[] {
  for (const response of responses) expectJson(response, 'GET');
  return responses.map(({ status }) => status);
}

/** How much time and memory a client may take, and what happens beyond. Tests `Connection`, too. */
describe('withDefaults', () => {
  const cases: [changes: Partial<Limits>, headersTimeout: number][] = [
    [{}, 10_000],
    [{ requestTimeout: 5000 }, 5000],
    [{ requestTimeout: 20_000 }, 10_000],
    [{ requestTimeout: 0 }, 10_000],
    [{ requestTimeout: 5000, headersTimeout: 6000 }, 6000],
  ];
  for (const [changes, headersTimeout] of cases) {
    it(`has a headersTimeout of ${headersTimeout} with ${JSON.stringify(changes)}`, () => {
      expect(withDefaults(changes)).to.include({ ...changes, headersTimeout });
    });
  }
});

describe('a limit', () => {
  let running: LocalServer | undefined;
  afterEach(async () => {
    await running?.stop();
    running = undefined;
  });

  async function start(limits: Partial<Limits>, products?: readonly Product[]) {
    running = await startServer({ connectionsCheckingInterval: 20, ...limits }, products);
    return running;
  }

  /** Starts a server, and connects a client to it. */
  async function connect(limits: Partial<Limits>, products?: readonly Product[]) {
    const server = await start(limits, products);
    return { ...server, ...(await server.connect()) };
  }

  const unfinished: [what: string, sent: string][] = [
    ['part of a head', `${GET.slice(0, -2)}X: `],
    ['nothing at all', ''],
    ['a body shorter than its length', `${PART}abc`],
    ['chunks without the last one', `${get('/', 'Transfer-Encoding: chunked')}3\r\nabc\r\n`],
  ];
  for (const [what, sent] of unfinished) {
    it(`answers 408 to ${what}`, async () => {
      const { client } = await connect({ headersTimeout: 50, requestTimeout: 100 });
      client.send(sent);
      const responses = await client.closed();
      expect(statusesOf(responses)).to.deep.equal([408]);
      expect(connectionsOf(responses)).to.deep.equal(['close']);
    });
  }

  it('answers 408 to part of a head after a request', async () => {
    const { server, client } = await connect({});
    client.send(`${GET}GET /`);
    await client.responses(1);
    // Not before, as the first request must not time out.
    server.headersTimeout = 50;
    expect(statusesOf(await client.closed())).to.deep.equal([200, 408]);
  });

  it('answers 408 to a head that never ends', async () => {
    const limits = { headersTimeout: 100, requestTimeout: 100, maxHeaderSize: 10 ** 7 };
    const { client, accepted } = await connect(limits);
    client.send(GET.slice(0, -2));
    await client.keepSending('X: y\r\n', accepted);
    expect(statusesOf(await client.closed())).to.deep.equal([408]);
  });

  it('answers 408 once, though the rest of the body arrives then', async () => {
    const handled: string[] = [];
    const answered: unknown[] = [];
    const { connect, stop } = await startHandler(
      ({ method }) => handled.push(String(method)),
      { connectionsCheckingInterval: 20, headersTimeout: 50, requestTimeout: 100 },
      ({ status }) => answered.push(status),
    );
    const { client } = await connect({ closes: false });
    client.send(`${PART}abc`);
    expect(statusesOf(await client.responses(1))).to.deep.equal([408]);
    client.socket.end('de');
    await client.closed();
    await stop();
    expect(handled).to.deep.equal([]);
    expect(answered).to.deep.equal([408]);
  });

  const late: [what: string, before: string, after: string, status: number][] = [
    ['a request', '', GET, 200],
    ['the rest of a body', PART.replace('GET', 'POST'), '12345', 404],
  ];
  for (const [what, before, after, status] of late) {
    it(`reads ${what} that arrived while the process was paused for longer than a limit`, async () => {
      const limits = { headersTimeout: 200, requestTimeout: 200 };
      const { server, client } = await connect(limits);
      if (before !== '') {
        client.send(before);
        await once(server, 'request');
      }
      client.send(after);
      pauseProcess(2 * limits.requestTimeout);
      await client.responses(1);
      client.send(CLOSE);
      expect(statusesOf(await client.closed())).to.deep.equal([status, 200]);
    });
  }

  it('refuses a head that is not complete in time, though the rest arrives while the refusal waits', async () => {
    const { client, server } = await connect({}, largeList);
    await sendUnread(client, server, GET_LIST, GET_LIST, `${GET_LIST}${GET.slice(0, -2)}`);
    server.headersTimeout = 50;
    await once(server, 'clientError');
    client.send('\r\n');
    client.socket.resume();
    expect(statusesOf(await client.closed())).to.deep.equal([200, 200, 200, 408]);
  });

  it('refuses a request that is malformed and then times out only once', async () => {
    const { server, client } = await connect({}, largeList);
    client.socket.pause();
    client.send(`${GET_LIST}${get('/', 'Transfer-Encoding: chunked')}zz\r\n`);
    for (const code of ['HPE_INVALID_CHUNK_SIZE', 'ERR_HTTP_REQUEST_TIMEOUT']) {
      const [error] = await once(server, 'clientError');
      expect(error).to.have.property('code', code);
      Object.assign(server, { headersTimeout: 50, requestTimeout: 50 });
    }
    client.socket.resume();
    expect(statusesOf(await client.closed())).to.deep.equal([200, 400]);
  });

  it('closes a connection that stays idle after a response, and sends nothing more', async () => {
    const { client } = await connect({ keepAliveTimeout: 50 });
    client.send(GET);
    expect(statusesOf(await client.closed())).to.deep.equal([200]);
  });

  it('announces that it keeps an idle connection for 75 s, longer than a load balancer does', async () => {
    const { client } = await connect({});
    client.send(GET);
    const [response] = await client.responses(1);
    expect(response?.fields.get('keep-alive')).to.deep.equal(['timeout=75']);
    client.socket.destroy();
  });

  const unread: [what: string, sent: string, repeated: string][] = [
    ['nothing', '', ''],
    ['a head, byte by byte', '', 'x'],
    ['a request without Host, and then bytes', 'GET / HTTP/1.1\r\n\r\n', 'x'],
    ['a malformed request', 'malformed\r\n\r\n', 'x'],
    ['CONNECT', get('a:1').replace('GET', 'CONNECT'), 'x'],
  ];
  for (const [what, sent, repeated] of unread) {
    it(`disconnects a client that does not read its response, and sends ${what}`, async () => {
      const { client, accepted, server } = await connect({ timeout: 50 }, largeList);
      await sendUnread(client, server, GET_LIST);
      server.headersTimeout = 100;
      client.send(sent);
      if (repeated === '') await once(accepted, 'close');
      else await client.keepSending(repeated, accepted);
      client.socket.destroy();
    });
  }

  it('sends all of a large response to a client that reads late', async () => {
    const { client, port, server } = await connect({ keepAliveTimeout: 50 }, largeList);
    await sendUnread(client, server, GET_LIST);
    await request(port, 'GET', '/api/products/2');
    client.socket.resume();
    const [response] = await client.closed();
    expect(JSON.parse(response?.body ?? '')).to.have.length(largeList.length);
  });

  it('sends every response to a client that closes its side before it reads the first', async () => {
    const { client, accepted } = await connect({}, largeList);
    client.socket.pause();
    client.send(GET_LIST.repeat(2));
    client.socket.end();
    await once(accepted, 'end');
    client.socket.resume();
    const responses = await client.closed();
    expect(responses).to.have.length(2);
    for (const response of responses) {
      expect(expectJson(response, 'GET')).to.have.length(largeList.length);
    }
  });

  it('stops reading from a client that pipelines requests and reads no response', async () => {
    const { client, port } = await connect({}, largeList);
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

  it('answers maxUnanswered waiting requests, sends Connection: close with the last, and drops the others', async () => {
    const { client } = await connect({ maxUnanswered: 3 });
    client.send(GET.repeat(1000));
    const responses = await client.closed();
    expect(statusesOf(responses)).to.deep.equal([200, 200, 200]);
    expect(connectionsOf(responses)).to.deep.equal(['keep-alive', 'keep-alive', 'close']);
  });

  it('answers nothing that arrives after it has dropped a request', async () => {
    const { server, connect, stop } = await startHandler(
      (_request, response) => setImmediate(() => response.end('{}')),
      { maxUnanswered: 1 },
    );
    const { client } = await connect();
    client.send(GET.repeat(2));
    await once(server, 'request');
    client.send(GET);
    expect(await client.closed()).to.have.length(1);
    await stop();
  });

  it('warns of no leak, however many requests it drops', async () => {
    const warnings: Error[] = [];
    const listener = (warning: Error) => warnings.push(warning);
    process.on('warning', listener);
    const { client } = await connect({ maxUnanswered: 1 });
    client.send(GET.repeat(1000));
    await client.closed().finally(() => process.off('warning', listener));
    expect(warnings).to.deep.equal([]);
  });

  it('answers any number of requests of a client that waits for each response', async () => {
    const { client } = await connect({ maxUnanswered: 3 });
    for (let count = 1; count <= 10; count += 1) {
      client.send(GET);
      await client.responses(count);
    }
    client.socket.end();
    expect(await client.closed()).to.have.length(10);
  });

  it('closes a connection after the waiting responses, whose heads did not announce it, and reports these alone', async () => {
    const responses: ServerResponse[] = [];
    const reported: unknown[] = [];
    const { server, connect, stop } = await startHandler(
      (_request, response) => {
        response.writeHead(200, { 'Content-Length': 2 }).flushHeaders();
        responses.push(response);
      },
      { maxUnanswered: 2 },
      ({ status }) => reported.push(status),
    );
    const { client } = await connect();
    for (let count = 0; count < 3; count += 1) {
      client.send(GET);
      await once(server, 'request');
    }
    for (const response of responses) response.end('{}');
    expect((await client.closed()).map(({ body }) => body)).to.deep.equal(['{}', '{}']);
    await stop();
    expect(reported).to.deep.equal([200, 200]);
  });

  it('disconnects a client that sends ever more requests before one is answered', async () => {
    const { connect, stop } = await startHandler(() => {}, { maxUnanswered: 1, timeout: 50 });
    const { client, accepted } = await connect();
    await client.keepSending(GET, accepted);
    await stop();
  });
});
