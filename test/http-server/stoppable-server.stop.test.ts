import type { RequestListener, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { createStoppableServer } from '../../src/http-server/stoppable-server.ts';
import { expectResponses } from '../support/contract.ts';
import { countTimers } from '../support/count-timers.ts';
import { largeList } from '../support/large-list.ts';
import { Servers, type Setup, sendUnread } from '../support/local-server.ts';
import { pauseProcess } from '../support/pause-process.ts';
import {
  CLOSE,
  connectionsOf,
  GET,
  GET_LIST,
  get,
  MALFORMED,
  RawClient,
} from '../support/raw-http.ts';
import { once, until } from '../support/with-timeout.ts';

const HALF_HEAD = GET.slice(0, 10);
const MANY_FIELDS = get('/api/products/2', ...Array<string>(40).fill('a: b'));
const TRAILERS = `${get('/api/products/2', 'Transfer-Encoding: chunked')}0\r\na: b\r\n\r\n`;
/** A connection on which nothing happens is closed soon, and no other ever is. */
const GRACE = { stopGrace: 50 };

/** Nobody loses a response at shutdown, unless it takes longer than `stopTimeout`, and then `stop` says so. */
describe('stop', () => {
  const servers = new Servers();

  /**
   * Starts a server, and a client that has received a response and keeps its connection open.
   * @param next what it has sent behind its request
   */
  async function connectAndGet(setup: Setup = {}, next = '') {
    const connected = await servers.connect(setup);
    connected.client.send(GET + next);
    expect(connectionsOf(await connected.client.next())).to.deep.equal(['keep-alive']);
    return connected;
  }

  it('closes an idle connection, and leaves no timer behind, which would keep the process alive', async () => {
    const { connect, stop } = await servers.start({ limits: GRACE });
    const before = countTimers();
    const { client } = await connect();
    client.send(GET + CLOSE);
    expectResponses(await client.closed(), [200, 200]);
    const { client: idle } = await connect();
    idle.send(GET);
    expectResponses(await idle.next(), [200]);
    expect(await stop()).to.deep.equal([]);
    expect(countTimers()).to.be.at.most(before);
  });

  it('answers clients that have connected, but have not been accepted', async () => {
    // The response comes in the middle of a turn of the event loop, so the server stops there.
    const { port, stop } = await connectAndGet({ limits: { stopGrace: 500 } });
    const clients = Array.from({ length: 64 }, () => new RawClient(port));
    for (const client of clients) client.send(GET);
    expect(await stop()).to.deep.equal([]);
    for (const client of clients) expectResponses(await client.closed(), [200]);
  });

  it('accepts no more connections, once it has accepted those that wait', async () => {
    const { stop, server, port } = await connectAndGet();
    stop();
    await until(() => !server.listening);
    const outcome = await once(connect(port, '127.0.0.1'), 'connect').catch(({ code }) => code);
    expect(outcome).to.equal('ECONNREFUSED');
  });

  for (const { what, before = '', after, statuses = [200] } of [
    { what: 'a request', after: GET },
    { what: 'pipelined requests', after: GET.repeat(3), statuses: [200, 200, 200] },
    // Node's parser then calls back several times for a head or for trailers, with ticks in between.
    { what: 'requests of many fields', after: MANY_FIELDS + MANY_FIELDS, statuses: [200, 200] },
    { what: 'requests with trailers', after: TRAILERS + TRAILERS, statuses: [200, 200] },
    { what: 'a malformed request', after: GET + MALFORMED, statuses: [200, 400] },
    { what: 'no request after Connection: close', after: CLOSE + GET },
    { what: 'a request whose head was incomplete', before: HALF_HEAD, after: GET.slice(10) },
  ]) {
    it(`answers ${what}, and then closes the connection`, async () => {
      const { client, stop } = await connectAndGet({}, before);
      const stopped = stop();
      client.send(after);
      const responses = await client.next(statuses.length);
      expectResponses(responses, statuses);
      const earlier = statuses.slice(1).map(() => 'keep-alive');
      expect(connectionsOf(responses)).to.deep.equal([...earlier, 'close']);
      expect(await client.closed()).to.deep.equal([]);
      expect(await stopped).to.deep.equal([]);
    });
  }

  it('waits longer than stopGrace for the responses to requests that arrived before it, and that arrive then', async () => {
    const responses: ServerResponse[] = [];
    const handle: RequestListener = (_request, response) => responses.push(response);
    const setup = { limits: GRACE, handle };
    const { client, server, connect, stop } = await servers.connect(setup);
    const { client: late } = await connect();
    const { client: other } = await connect();
    client.send(GET);
    await until(() => responses.length === 1);
    const stopped = stop();
    await until(() => !server.listening);
    late.send(GET);
    await until(() => responses.length === 2);
    // Its connection is closed stopGrace after this, and thus after the requests.
    other.send(HALF_HEAD);
    await other.closed();
    for (const response of responses) response.end('{}');
    expect(connectionsOf(await client.closed())).to.deep.equal(['keep-alive']);
    expect(connectionsOf(await late.closed())).to.deep.equal(['close']);
    expect(await stopped).to.deep.equal([]);
  });

  it('closes a connection that becomes idle during the shutdown', async () => {
    const handled: ServerResponse[] = [];
    const handle: RequestListener = (_request, response) => handled.push(response.writeHead(200));
    const connected = await servers.connect({ limits: GRACE, handle }, { closes: false });
    await sendUnread(connected, GET);
    await until(() => handled.length > 0);
    const stopped = connected.stop();
    for (const response of handled) response.end();
    expect(await stopped).to.deep.equal([]);
  });

  it('stops within stopGrace though clients go on connecting', async () => {
    const { port, server, stop } = await connectAndGet({ limits: GRACE });
    server.on('connection', () => new RawClient(port));
    new RawClient(port);
    expect(await stop()).to.deep.equal([]);
  });

  it('does not wait for a client that keeps its side open after the last response', async () => {
    const { client, stop } = await servers.connect({ limits: GRACE }, { closes: false });
    client.send(CLOSE);
    await once(client.socket, 'end');
    expect(await stop()).to.deep.equal([]);
  });

  it('sends all of a large list to a slow client, and then closes its connection', async () => {
    const connected = await servers.connect({ limits: GRACE, products: largeList });
    const { client: idle } = await connected.connect();
    await sendUnread(connected, GET_LIST);
    const stopped = connected.stop();
    // After stopGrace.
    await idle.closed();
    connected.client.socket.resume();
    expectResponses(await connected.client.closed(), [200]);
    expect(await stopped).to.deep.equal([]);
  });

  it('answers a request that arrives while the process is paused for longer than stopGrace', async () => {
    const { client, stop } = await connectAndGet({ limits: GRACE, products: largeList });
    const stopped = stop();
    client.send(GET_LIST);
    pauseProcess(2 * GRACE.stopGrace);
    expectResponses(await client.closed(), [200]);
    expect(await stopped).to.deep.equal([]);
  });

  it('disconnects, at the deadline, clients without a pending request, and does not report them', async () => {
    const { client, connect, stop } = await connectAndGet({ limits: { stopTimeout: 50 } });
    const other = await connect();
    expect(await stop()).to.deep.equal([]);
    expect(await client.closed()).to.deep.equal([]);
    expect(await other.client.closed()).to.deep.equal([]);
  });

  const long = get(`/${'x'.repeat(300)}`);
  const late: [what: string, setup: Setup, sent: string, reported: string][] = [
    ['has not read its response', { products: largeList }, GET_LIST, 'GET /api/products'],
    ['waits for several responses', { handle() {} }, long + GET, `${long.slice(0, 204)}…`],
  ];
  for (const [what, setup, sent, reported] of late) {
    it(`disconnects, at the deadline, a client that ${what}, and reports it`, async () => {
      const limits = { stopGrace: 10, stopTimeout: 50 };
      const { server, connect, stop } = await servers.connect({ ...setup, limits });
      // The first connection is idle, and closes before the deadline.
      const { client } = await connect();
      await sendUnread({ client, server }, sent);
      const { localPort } = client.socket;
      const lines = [`127.0.0.1 port ${localPort}, ${reported}`];
      expect(await stop()).to.deep.equal(lines);
      expect(await stop(), 'once more').to.deep.equal(lines);
    });
  }

  it('ends at once without connections, and before the server listens, which it then never does', async () => {
    expect(await (await servers.start()).stop()).to.deep.equal([]);
    const { server, stop } = createStoppableServer(
      () => {},
      () => {},
    );
    // At once: a program that exits then does not see that it cannot listen any more.
    expect(await Promise.race([stop(), nextTurn('later')])).to.deep.equal([]);
    expect(() => server.listen(0)).to.throw('the server has been stopped, which is final');
    expect(server.listening).to.equal(false);
  });
});
