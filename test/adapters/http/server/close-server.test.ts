import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import type { Limits } from '../../../../src/adapters/http/server/limits.ts';
import { createStoppableServer } from '../../../../src/adapters/http/server/stoppable-server.ts';
import type { Product } from '../../../../src/domain/product.ts';
import { expectJson } from '../../../support/contract.ts';
import { countTimers } from '../../../support/count-timers.ts';
import { largeList } from '../../../support/large-list.ts';
import {
  type LocalServer,
  NEVER,
  sendUnread,
  startHandler,
  startServer,
} from '../../../support/local-server.ts';
import { pauseProcess } from '../../../support/pause-process.ts';
import { connectionsOf, get } from '../../../support/raw-http.ts';

const GET = get('/api/products/2');
const GET_LIST = get('/api/products');
const CLOSE = get('/api/products/2', 'Connection: close');
const POST = get('/', 'Content-Length: 4').replace('GET', 'POST');
const PATIENT = { stopGrace: NEVER, stopTimeout: NEVER };

/** Nobody loses a response at shutdown, unless it takes longer than `stopTimeout`, and then `stop` says so. */
describe('stop', () => {
  /** Starts a server, and a client that has received a response and keeps its connection open. */
  async function start(limits: Partial<Limits>, products?: readonly Product[]) {
    const server = await startServer(limits, products);
    const { client } = await server.connect();
    client.send(GET);
    expect(connectionsOf(await client.responses(1))).to.deep.equal(['keep-alive']);
    return { ...server, client };
  }

  /** Begins to stop a server, and waits until it listens no more. */
  function stopping({ server, stop }: LocalServer): { stopped: Promise<string[]> } {
    const stopped = stop();
    expect(server.listening).to.equal(false);
    return { stopped };
  }

  it('ends at once without open connections', async () => {
    const { stop } = await startServer(PATIENT);
    expect(await stop()).to.deep.equal([]);
  });

  it('leaves no timer behind, which would keep the process alive', async () => {
    const { stop, client } = await start({ stopGrace: 50, stopTimeout: NEVER });
    const before = countTimers();
    expect(await stop()).to.deep.equal([]);
    expect(await client.closed()).to.have.length(1);
    expect(countTimers()).to.be.at.most(before);
  });

  it('accepts no more connections', async () => {
    const { client, ...server } = await start(PATIENT);
    const { stopped } = stopping(server);
    const [error] = await once(connect(server.port, '127.0.0.1'), 'error');
    expect(error).to.have.property('code', 'ECONNREFUSED');
    client.socket.destroy();
    expect(await stopped).to.deep.equal([]);
  });

  const arriving: [what: string, before: string, after: string, ...connections: string[]][] = [
    ['a request', GET, GET, 'close'],
    ['a first request', '', GET, 'close'],
    ['pipelined requests', GET, GET.repeat(3), 'keep-alive', 'keep-alive', 'close'],
    ['no request after Connection: close', GET, CLOSE + GET, 'close'],
    ['a request whose head was incomplete', GET + GET.slice(0, 10), GET.slice(10), 'close'],
    ['a request whose body was missing', GET + POST, 'body', 'close'],
  ];
  for (const [what, before, after, ...connections] of arriving) {
    it(`answers ${what}, and then closes the connection`, async () => {
      const { connect, stop } = await startServer(PATIENT);
      const { client } = await connect();
      client.send(before);
      const { length } = await client.responses(before === '' ? 0 : 1);
      const stopped = stop();
      client.send(after);
      const responses = (await client.closed()).slice(length);
      for (const response of responses) {
        expect(response.status).to.equal(after === 'body' ? 404 : 200);
        expectJson(response, 'GET');
      }
      expect(connectionsOf(responses)).to.deep.equal(connections);
      expect(await stopped).to.deep.equal([]);
    });
  }

  for (const [what, sent] of [
    ['is idle', ''],
    ['has sent half a head', GET.slice(0, 10)],
  ] as const) {
    it(`closes a connection that ${what} and sends no more, and does not report it`, async () => {
      const { client, stop } = await start({ stopGrace: 50, stopTimeout: NEVER });
      client.send(sent);
      expect(await stop()).to.deep.equal([]);
      expect(await client.closed()).to.have.length(1);
    });
  }

  it('closes a connection stopGrace after the response that was under way', async () => {
    const limits = { keepAliveTimeout: NEVER, stopGrace: 50, stopTimeout: NEVER };
    const { connect, server, stop } = await startHandler(
      (_request, response) => response.writeHead(200, { 'Content-Length': 2 }).flushHeaders(),
      limits,
    );
    const { client } = await connect();
    const received = once(server, 'request') as Promise<[unknown, ServerResponse]>;
    client.send(GET);
    const [, response] = await received;
    const stopped = stop();
    response.end('{}');
    expect(connectionsOf(await client.closed())).to.deep.equal(['keep-alive']);
    expect(await stopped).to.deep.equal([]);
  });

  it('waits longer than stopGrace for the response to a request that arrives', async () => {
    const limits = { stopGrace: 50, stopTimeout: NEVER };
    const { connect, stop } = await startHandler((_request, response) => {
      setTimeout(() => response.end('{}'), 2 * limits.stopGrace);
    }, limits);
    const { client } = await connect();
    const stopped = stop();
    client.send(GET);
    expect(await client.closed()).to.have.length(1);
    expect(await stopped).to.deep.equal([]);
  });

  it('sends all of a large list to a slow client', async () => {
    const { client, server, stop } = await start({ stopGrace: 50, stopTimeout: NEVER }, largeList);
    await sendUnread(client, server, GET_LIST);
    const stopped = stop();
    client.socket.resume();
    const [, response] = await client.closed();
    expect(JSON.parse(String(response?.body))).to.have.length(largeList.length);
    expect(await stopped).to.deep.equal([]);
  });

  it('answers a request that arrives while the process is paused for longer than stopGrace', async () => {
    const limits = { stopGrace: 300, stopTimeout: NEVER };
    const { client, ...server } = await start(limits, largeList);
    const { stopped } = stopping(server);
    client.send(GET_LIST);
    pauseProcess(2 * limits.stopGrace);
    const [, response] = await client.closed();
    expect(JSON.parse(String(response?.body))).to.have.length(largeList.length);
    expect(await stopped).to.deep.equal([]);
  });

  it('answers a request that arrived while the process was paused for longer than timeout', async () => {
    const limits = { timeout: 300, ...PATIENT };
    const { connect, stop } = await startServer(limits);
    const { client } = await connect();
    client.send(GET);
    pauseProcess(2 * limits.timeout);
    const stopped = stop();
    expect(connectionsOf(await client.closed())).to.deep.equal(['close']);
    expect(await stopped).to.deep.equal([]);
  });

  const soon = { stopGrace: 10, stopTimeout: 100 };

  it('does not report clients without an unanswered request at the deadline', async () => {
    const { client, connect, stop } = await start({ stopGrace: NEVER, stopTimeout: 50 });
    const other = await connect();
    expect(await stop()).to.deep.equal([]);
    expect(await client.closed()).to.have.length(1);
    expect(await other.client.closed()).to.have.length(0);
  });

  it('waits until the deadline for a request that is never answered, though its client has left', async () => {
    const { server, connect, stop } = await startHandler(() => {}, soon);
    const { client } = await connect();
    const { localPort } = client.socket;
    client.send(GET);
    await once(server, 'request');
    client.socket.end();
    expect(await stop()).to.deep.equal([`127.0.0.1 port ${localPort}, GET /api/products/2`]);
  });

  const late: [what: string, sent: string, request: string][] = [
    ['has not read its response', GET_LIST, 'GET /api/products'],
    ['does not send the rest of its body', POST, 'POST /'],
  ];
  for (const [what, sent, request] of late) {
    it(`disconnects, at the deadline, a client that ${what}, and reports it`, async () => {
      const { server, client, stop } = await start(soon, largeList);
      await sendUnread(client, server, sent);
      const { localPort } = client.socket;
      expect(await stop()).to.deep.equal([`127.0.0.1 port ${localPort}, ${request}`]);
      client.socket.destroy();
    });
  }

  it('disconnects, at the deadline, a client that does not send the rest of its first request', async () => {
    const { connect, stop } = await startServer({ stopGrace: NEVER, stopTimeout: 100 });
    const { client } = await connect();
    const { localPort } = client.socket;
    client.send(POST);
    expect(await stop()).to.deep.equal([`127.0.0.1 port ${localPort}, POST /`]);
  });

  it('reports the first 200 characters of a long target', async () => {
    const { server, connect, stop } = await startHandler(() => {}, soon);
    const { client } = await connect();
    client.send(get(`/${'x'.repeat(300)}`));
    await once(server, 'request');
    const [line] = await stop();
    expect(line).to.match(/, GET \/x{199}…$/);
  });

  it('can be called twice, and before the server listens', async () => {
    const { stop } = await startServer();
    expect(await Promise.all([stop(), stop()])).to.deep.equal([[], []]);
    expect(await createStoppableServer(() => {}).stop()).to.deep.equal([]);
  });
});
