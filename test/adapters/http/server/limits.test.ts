import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import * as net from 'node:net';
import { expect } from 'chai';
import { defaultLimits, type Limits } from '../../../../src/adapters/http/server/limits.ts';
import type { Product } from '../../../../src/domain/product.ts';
import { expectJson } from '../../../support/contract.ts';
import { largeList } from '../../../support/large-list.ts';
import {
  type LocalServer,
  NEVER,
  startHandler,
  startServer,
} from '../../../support/local-server.ts';
import { pauseProcess } from '../../../support/pause-process.ts';
import { RawClient, type RawResponse, request } from '../../../support/raw-http.ts';

const GET = 'GET /api/products/2 HTTP/1.1\r\nHost: a\r\n';
const GET_LIST = 'GET /api/products HTTP/1.1\r\nHost: a\r\n\r\n';

describe('createStoppableServer, with short limits', () => {
  let running: LocalServer | undefined;

  async function start(limits: Partial<Limits>, products?: readonly Product[]) {
    running = await startServer({ connectionsCheckingInterval: 20, ...limits }, products);
    return running;
  }

  /** Starts a server, and connects a client to it. */
  async function connect(limits: Partial<Limits>, products?: readonly Product[]) {
    return new RawClient((await start(limits, products)).port);
  }

  afterEach(() => running?.stop());

  const unfinished: [what: string, sent: string][] = [
    ['part of a head', 'GET /api/products/2 HTTP/1.1\r\nHost: a\r\nX: '],
    ['nothing at all', ''],
    ['a body shorter than its length', `${GET}Content-Length: 5\r\n\r\nabc`],
    ['chunks without the last one', `${GET}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`],
  ];
  for (const [what, sent] of unfinished) {
    it(`answers 408 to ${what}`, async () => {
      const client = await connect({ headersTimeout: 50, requestTimeout: 100 });
      client.send(sent);
      expectTimeout(await client.closed(), 408);
    });
  }

  it('answers 408 to part of a head after a request', async () => {
    const { server, port } = await start({});
    const client = new RawClient(port);
    client.send(`${GET}\r\nGET /`);
    await client.responses(1);
    // Not before, as the first request must not time out.
    Object.assign(server, { headersTimeout: 50, requestTimeout: 100 });
    expectTimeout(await client.closed(), 200, 408);
  });

  it('answers 408 to a head that never ends', async () => {
    const client = await connect({ headersTimeout: 100, requestTimeout: 100 });
    client.send(GET);
    const sending = setInterval(() => client.send('X: y\r\n'), 5);
    const responses = await client.closed();
    clearInterval(sending);
    expect(responses.map(({ status }) => status)).to.deep.equal([408]);
  });

  it('answers 408 once, though the rest of the body arrives then', async () => {
    const handled: string[] = [];
    const answered: unknown[] = [];
    running = await startHandler(
      ({ method }) => handled.push(String(method)),
      { connectionsCheckingInterval: 20, headersTimeout: 50, requestTimeout: 100 },
      ({ status }) => answered.push(status),
    );
    const client = new RawClient(running.port);
    client.socket.removeAllListeners('end');
    client.send(`${GET}Content-Length: 5\r\n\r\nabc`);
    const [response] = await client.responses(1);
    expect(response?.status).to.equal(408);
    client.socket.end('de');
    await client.closed();
    await running.stop();
    expect(handled).to.deep.equal([]);
    expect(answered).to.deep.equal([408]);
  });

  const late: [what: string, before: string, after: string, status: number][] = [
    ['a request', '', `${GET}\r\n`, 200],
    ['the rest of a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n', 'body', 404],
  ];
  for (const [what, before, after, status] of late) {
    it(`reads ${what} that arrived while the process was paused for longer than a limit`, async () => {
      const { server, port } = await start({ headersTimeout: 100, requestTimeout: 100 });
      const client = new RawClient(port);
      await Promise.all([once(server, 'connection'), once(client.socket, 'connect')]);
      if (before !== '') {
        client.send(before);
        await once(server, 'request');
      }
      client.send(after);
      pauseProcess(300);
      await client.responses(1);
      client.send(`${GET}Connection: close\r\n\r\n`);
      expect((await client.closed()).map((response) => response.status)).to.deep.equal([
        status,
        200,
      ]);
    });
  }

  it('refuses a head that is not complete in time, though the rest arrives while the refusal waits', async () => {
    const { server, port } = await start({ headersTimeout: 300 }, largeList);
    const client = new RawClient(port);
    client.socket.pause();
    for (const sent of [GET_LIST, GET_LIST, `${GET_LIST}${GET}`]) {
      const received = once(server, 'request');
      client.send(sent);
      await received;
    }
    await once(server, 'clientError');
    client.send('\r\n');
    client.socket.resume();
    const statuses = (await client.closed()).map(({ status }) => status);
    expect(statuses).to.deep.equal([200, 200, 200, 408]);
  });

  it('refuses a request once that is malformed, and then not complete in time', async () => {
    const { server, port } = await start({ headersTimeout: 300, requestTimeout: 300 }, largeList);
    const client = new RawClient(port);
    client.socket.pause();
    client.send(`${GET_LIST}${GET}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
    for (const code of ['HPE_INVALID_CHUNK_SIZE', 'ERR_HTTP_REQUEST_TIMEOUT']) {
      const [error] = await once(server, 'clientError');
      expect(error).to.have.property('code', code);
    }
    client.socket.resume();
    expect((await client.closed()).map(({ status }) => status)).to.deep.equal([200, 400]);
  });

  it('closes a connection that stays idle after a response, and sends nothing more', async () => {
    const client = await connect({ keepAliveTimeout: 50 });
    client.send(`${GET}\r\n`);
    expect((await client.closed()).map(({ status }) => status)).to.deep.equal([200]);
  });

  it('announces that it keeps an idle connection for 75 s, longer than a load balancer does', async () => {
    const client = await connect({});
    client.send(`${GET}\r\n`);
    const [response] = await client.responses(1);
    expect(response?.fields.get('keep-alive')).to.deep.equal(['timeout=75']);
    client.socket.destroy();
  });

  const unread: [what: string, sent: string, repeated: string][] = [
    ['nothing', '', ''],
    ['a head, byte by byte', '', 'x'],
    ['a request without Host, and then bytes', 'GET / HTTP/1.1\r\n\r\n', 'x'],
    ['a malformed request', 'malformed\r\n\r\n', 'x'],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', ''],
  ];
  for (const [what, sent, repeated] of unread) {
    it(`disconnects a client that does not read its response, and sends ${what}`, async () => {
      const { server, port } = await start({ timeout: 50, headersTimeout: 100 }, largeList);
      const client = new RawClient(port);
      const [accepted] = (await once(server, 'connection')) as [net.Socket];
      client.socket.pause();
      client.send(GET_LIST + sent);
      const sending = setInterval(() => client.send(repeated), 10);
      await once(accepted, 'close');
      clearInterval(sending);
      client.socket.destroy();
      const { timeout, headersTimeout } = defaultLimits;
      Object.assign(server, { timeout, headersTimeout });
      expect((await request(port, 'GET', '/api/products/2')).status).to.equal(200);
    });
  }

  it('sends all of a large response to a client that reads late', async () => {
    const { port } = await start({ keepAliveTimeout: 50 }, largeList);
    const client = new RawClient(port);
    client.socket.pause();
    client.send(GET_LIST);
    await request(port, 'GET', '/api/products/2');
    client.socket.resume();
    const [response] = await client.closed();
    expect(JSON.parse(response?.body ?? '')).to.have.length(largeList.length);
  });

  it('sends every response to a client that closes its side before it reads the first', async () => {
    const { port } = await start({}, largeList);
    const client = new RawClient(port);
    client.socket.pause();
    client.send(GET_LIST.repeat(2));
    client.socket.end();
    await request(port, 'GET', '/api/products/2');
    client.socket.resume();
    for (const response of await client.closed()) {
      expect(expectJson(response, 'GET')).to.have.length(largeList.length);
    }
    expect(await client.closed()).to.have.length(2);
  });

  it('stops reading from a client that pipelines requests and reads no response', async () => {
    const { port } = await start({}, largeList);
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

  it('answers maxUnanswered waiting requests, sends Connection: close with the last, and drops the others', async () => {
    const client = await connect({ maxUnanswered: 3 });
    client.send(`${GET}\r\n`.repeat(1000));
    const responses = await client.closed();
    expect(responses.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    const fields = responses.map((response) => response.fields.get('connection')?.[0]);
    expect(fields).to.deep.equal(['keep-alive', 'keep-alive', 'close']);
  });

  it('answers nothing that arrives after it has dropped a request', async () => {
    const { server, port, stop } = await startHandler(
      (_request, response) => setImmediate(() => response.end('{}')),
      { maxUnanswered: 1 },
    );
    const client = new RawClient(port);
    client.send(`${GET}\r\n`.repeat(2));
    await once(server, 'request');
    client.send(`${GET}\r\n`);
    expect(await client.closed()).to.have.length(1);
    await stop();
  });

  it('warns of no leak, however many requests it drops', async () => {
    const warnings: Error[] = [];
    const listener = (warning: Error) => warnings.push(warning);
    process.on('warning', listener);
    try {
      const client = await connect({ maxUnanswered: 1 });
      client.send(`${GET}\r\n`.repeat(1000));
      expect(await client.closed()).to.have.length(1);
    } finally {
      process.off('warning', listener);
    }
    expect(warnings).to.deep.equal([]);
  });

  it('answers any number of requests of a client that waits for each response', async () => {
    const client = await connect({ maxUnanswered: 3 });
    for (let count = 1; count <= 10; count += 1) {
      client.send(`${GET}\r\n`);
      await client.responses(count);
    }
    client.socket.end();
    expect(await client.closed()).to.have.length(10);
  });

  it('sends a refusal that a client can read while it is still sending', async () => {
    const client = await connect({});
    client.send(`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`);
    const sending = setInterval(() => client.send('x'.repeat(100_000)), 5);
    const responses = await client.responses(1);
    clearInterval(sending);
    expect(responses.map(({ status }) => status)).to.deep.equal([431]);
    client.socket.destroy();
  });

  it('disconnects a client that does not close its side within lingerTimeout', async () => {
    const { server, port } = await start({ lingerTimeout: 50 });
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const [accepted] = (await once(server, 'connection')) as [net.Socket];
    const closed = once(accepted, 'close');
    socket.resume().write(`${GET}Connection: close\r\n\r\n`);
    await closed;
    socket.destroy();
  });

  for (const sent of [`${GET}Connection: close\r\n\r\n`, 'malformed\r\n\r\n']) {
    it(`reads on after the response to ${JSON.stringify(sent.slice(0, 9))}, as closing with unread data could lose it`, async () => {
      const { server, port } = await start({ lingerTimeout: NEVER });
      const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.on('error', () => {});
      socket.resume().write(sent);
      await once(socket, 'end');
      // To the parser, what follows is an error. It reports it only if it was read.
      const read = once(server, 'clientError');
      socket.end(`${GET}\r\n`);
      await read;
    });
  }

  it('closes a connection as soon as the client does, though it had stopped reading from it', async () => {
    const { server, port } = await start({ lingerTimeout: NEVER }, largeList);
    const client = new RawClient(port);
    const [accepted] = (await once(server, 'connection')) as [net.Socket];
    const closed = once(accepted, 'close');
    client.socket.pause();
    client.send(`${GET_LIST}malformed\r\n\r\n`);
    await once(accepted, 'pause');
    client.socket.resume();
    expect((await client.closed()).map(({ status }) => status)).to.deep.equal([200, 400]);
    await closed;
  });
});

describe('createStoppableServer, with a slow handler', () => {
  it('closes a connection after the waiting responses, whose heads did not announce it, and reports these alone', async () => {
    const responses: ServerResponse[] = [];
    const reported: unknown[] = [];
    const { server, port, stop } = await startHandler(
      (_request, response) => {
        response.writeHead(200, { 'Content-Length': 2 }).flushHeaders();
        responses.push(response);
      },
      { maxUnanswered: 2 },
      ({ status }) => reported.push(status),
    );
    const client = new RawClient(port);
    for (let count = 0; count < 3; count += 1) {
      client.send(`${GET}\r\n`);
      await once(server, 'request');
    }
    for (const response of responses) response.end('{}');
    expect((await client.closed()).map(({ body }) => body)).to.deep.equal(['{}', '{}']);
    await stop();
    expect(reported).to.deep.equal([200, 200]);
  });

  it('disconnects a client that sends ever more requests before one is answered', async () => {
    const { server, port, stop } = await startHandler(() => {}, { maxUnanswered: 1, timeout: 50 });
    const client = new RawClient(port);
    const [accepted] = (await once(server, 'connection')) as [net.Socket];
    const sending = setInterval(() => client.send(`${GET}\r\n`), 10);
    await once(accepted, 'close');
    clearInterval(sending);
    await stop();
  });
});

/** Checks that these are the responses, the last of which closes the connection. */
function expectTimeout(responses: readonly RawResponse[], ...statuses: number[]): void {
  for (const response of responses) expectJson(response, 'GET');
  expect(responses.map(({ status }) => status)).to.deep.equal(statuses);
  expect(responses.at(-1)?.fields.get('connection')).to.deep.equal(['close']);
}
