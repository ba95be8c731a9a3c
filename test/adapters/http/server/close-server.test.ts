import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { createStoppableServer } from '../../../../src/adapters/http/server/stoppable-server.ts';
import { expectStatuses } from '../../../support/contract.ts';
import { countTimers } from '../../../support/count-timers.ts';
import { largeList } from '../../../support/large-list.ts';
import { NEVER, Servers, type Setup, sendUnread } from '../../../support/local-server.ts';
import { pauseProcess } from '../../../support/pause-process.ts';
import { CLOSE, connectionsOf, GET, GET_LIST, get, POST } from '../../../support/raw-http.ts';

const HALF_HEAD = GET.slice(0, 10);
const PATIENT = { stopGrace: NEVER, stopTimeout: NEVER };
/** A connection on which nothing happens is closed soon, and no other ever is. */
const GRACE = { stopGrace: 50, stopTimeout: NEVER };

/** Nobody loses a response at shutdown, unless it takes longer than `stopTimeout`, and then `stop` says so. */
describe('stop', () => {
  const servers = new Servers();

  /** Starts a server, and a client that has received a response and keeps its connection open. */
  async function connectAndGet(setup: Setup) {
    const connected = await servers.connect(setup);
    connected.client.send(GET);
    expect(connectionsOf(await connected.client.responses(1))).to.deep.equal(['keep-alive']);
    return connected;
  }

  it('leaves no timer of a connection or of its own behind, which would keep the process alive', async () => {
    const { client, connect, stop } = await connectAndGet({ limits: GRACE });
    const before = countTimers();
    client.send(CLOSE);
    await client.closed();
    await connect();
    expect(await stop()).to.deep.equal([]);
    expect(countTimers()).to.be.at.most(before);
  });

  it('accepts no more connections', async () => {
    const { stop, port } = await connectAndGet({ limits: PATIENT });
    stop();
    const [error] = await once(connect(port, '127.0.0.1'), 'error');
    expect(error).to.have.property('code', 'ECONNREFUSED');
  });

  const arriving: [what: string, before: string, after: string, ...connections: string[]][] = [
    ['a request', GET, GET, 'close'],
    ['a first request', '', GET, 'close'],
    ['pipelined requests', GET, GET.repeat(3), 'keep-alive', 'keep-alive', 'close'],
    ['no request after Connection: close', GET, CLOSE + GET, 'close'],
    ['a request whose head was incomplete', GET + HALF_HEAD, GET.slice(10), 'close'],
    ['a request whose body was missing', GET + POST, 'body', 'close'],
  ];
  for (const [what, before, after, ...connections] of arriving) {
    it(`answers ${what}, and then closes the connection`, async () => {
      const { client, stop } = await servers.connect({ limits: PATIENT });
      client.send(before);
      const { length } = await client.responses(before === '' ? 0 : 1);
      const stopped = stop();
      client.send(after);
      const responses = (await client.closed()).slice(length);
      const status = after === 'body' ? 404 : 200;
      expectStatuses(responses, Array(connections.length).fill(status));
      expect(connectionsOf(responses)).to.deep.equal(connections);
      expect(await stopped).to.deep.equal([]);
    });
  }

  for (const [what, sent] of [
    ['is idle', ''],
    ['has sent half a head', HALF_HEAD],
  ] as const) {
    it(`closes a connection that ${what} and sends no more, and does not report it`, async () => {
      const { client, stop } = await connectAndGet({ limits: GRACE });
      client.send(sent);
      expect(await stop()).to.deep.equal([]);
      expect(await client.closed()).to.have.length(1);
    });
  }

  it('closes a connection stopGrace after the response that was under way', async () => {
    const { client, server, stop } = await servers.connect({
      limits: { ...GRACE, keepAliveTimeout: NEVER },
      handle: (_request, response) =>
        response.writeHead(200, { 'Content-Length': 2 }).flushHeaders(),
    });
    const received = once(server, 'request') as Promise<[unknown, ServerResponse]>;
    client.send(GET);
    const [, response] = await received;
    const stopped = stop();
    response.end('{}');
    expect(connectionsOf(await client.closed())).to.deep.equal(['keep-alive']);
    expect(await stopped).to.deep.equal([]);
  });

  it('waits longer than stopGrace for the response to a request that arrives', async () => {
    const { client, stop } = await servers.connect({
      limits: GRACE,
      handle: (_request, response) => {
        setTimeout(() => response.end('{}'), 2 * GRACE.stopGrace);
      },
    });
    const stopped = stop();
    client.send(GET);
    expect(await client.closed()).to.have.length(1);
    expect(await stopped).to.deep.equal([]);
  });

  it('sends all of a large list to a slow client', async () => {
    const connected = await servers.connect({ limits: GRACE, products: largeList });
    const { client, stop } = connected;
    await sendUnread(connected, GET_LIST);
    const stopped = stop();
    client.socket.resume();
    expectStatuses(await client.closed(), [200]);
    expect(await stopped).to.deep.equal([]);
  });

  it('answers a request that arrives while the process is paused for longer than stopGrace', async () => {
    const limits = { ...GRACE, stopGrace: 300 };
    const { client, stop } = await connectAndGet({ limits, products: largeList });
    const stopped = stop();
    client.send(GET_LIST);
    pauseProcess(2 * limits.stopGrace);
    expectStatuses(await client.closed(), [200, 200]);
    expect(await stopped).to.deep.equal([]);
  });

  it('answers a request that arrived while the process was paused for longer than timeout', async () => {
    const limits = { ...PATIENT, timeout: 300 };
    const { client, stop } = await servers.connect({ limits });
    client.send(GET);
    pauseProcess(2 * limits.timeout);
    const stopped = stop();
    expect(connectionsOf(await client.closed())).to.deep.equal(['close']);
    expect(await stopped).to.deep.equal([]);
  });

  it('disconnects, at the deadline, clients without an unanswered request, and does not report them', async () => {
    const limits = { stopGrace: NEVER, stopTimeout: 50 };
    const { client, connect, stop } = await connectAndGet({ limits });
    const other = await connect();
    expect(await stop()).to.deep.equal([]);
    expect(await client.closed()).to.have.length(1);
    expect(await other.client.closed()).to.have.length(0);
  });

  const silent = { handle() {} };
  const target = `/${'x'.repeat(300)}`;
  const late: [what: string, setup: Setup, sent: string, reported: string][] = [
    ['has not read its response', { products: largeList }, GET_LIST, 'GET /api/products'],
    ['does not send the rest of its body', {}, POST, 'POST /'],
    ['waits for its response', silent, GET, 'GET /api/products/2'],
    ['has sent a long target', silent, get(target), `GET ${target.slice(0, 200)}…`],
  ];
  for (const [what, setup, sent, reported] of late) {
    it(`disconnects, at the deadline, a client that ${what}, and reports it`, async () => {
      const limits = { stopGrace: 10, stopTimeout: 100 };
      const connected = await servers.connect({ ...setup, limits });
      await sendUnread(connected, sent);
      const { localPort } = connected.client.socket;
      expect(await connected.stop()).to.deep.equal([`127.0.0.1 port ${localPort}, ${reported}`]);
    });
  }

  it('ends at once without connections, can be called twice, and before the server listens', async () => {
    const { stop } = await servers.start({ limits: PATIENT });
    expect(await Promise.all([stop(), stop()])).to.deep.equal([[], []]);
    expect(await createStoppableServer(() => {}).stop()).to.deep.equal([]);
  });
});
