import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect } from 'chai';
import { formatErrorResponse } from '../../src/adapters/http/response-format.ts';
import type { AccessLogEntry } from '../../src/graceful-server/access-log.ts';
import { GracefulServer } from '../../src/graceful-server/graceful-server.ts';
import { expectResponses } from '../support/contract.ts';
import { largeList } from '../support/large-list.ts';
import { Servers, type Setup, sendUnread } from '../support/local-server.ts';
import {
  CLOSE,
  CONNECT,
  connectionsOf,
  GET,
  GET_LIST,
  get,
  RawClient,
  WITHOUT_HOST,
} from '../support/raw-http.ts';
import { Program, programOf, Service } from '../support/service.ts';
import { until, waitFor } from '../support/with-timeout.ts';

/** With this grace, a connection without a pending response is closed soon after a stop has begun. */
const SOON = { grace: 50 };

/** A client that does not close its side when the server has closed its own. */
const STAYS_OPEN = { closes: false };

/** What a stop loses, and what it does not: docs/operations.md, "What happens at a stop". */
describe('stop', () => {
  const servers = new Servers();

  /** Starts a server, and a client that has received a response and keeps its connection open. */
  async function connectAndGet(setup: Setup = {}) {
    const connected = await servers.startWithClient(setup);
    connected.client.send(GET);
    expect(connectionsOf(await connected.client.next())).to.deep.equal(['keep-alive']);
    return connected;
  }

  /** Has clients connect without end, until the server does not listen. They send nothing. */
  function connectForever(server: GracefulServer, port: number): void {
    const connectAnew = () => connect(port, '127.0.0.1').on('error', () => {});
    server.on('connection', (socket) => {
      if (server.listening) connectAnew();
      // Otherwise, the process would run out of file descriptors.
      socket.destroy();
    });
    for (let client = 0; client < 10; client += 1) connectAnew();
  }

  it('answers a request on an idle connection, and closes the connection', async () => {
    const { client, server, stop } = await connectAndGet();
    const stopped = stop();
    await until(() => !server.listening);
    client.send(GET);
    expect(connectionsOf(await client.closed())).to.deep.equal(['close']);
    expect(await stopped).to.equal(0);
  });

  it('closes an idle connection after the grace', async () => {
    const { client, stop } = await connectAndGet();
    expect(await stop(SOON)).to.equal(0);
    expect(await client.closed()).to.deep.equal([]);
  });

  it('takes a grace of 0 for the shortest, not for none', async () => {
    const { stop } = await connectAndGet();
    expect(await stop({ grace: 0 })).to.equal(0);
  });

  it('answers requests that have arrived, though it is too busy to read them in the grace', async () => {
    const { client, server, connect, stop } = await connectAndGet();
    const clients = [client];
    for (let more = 0; more < 19; more += 1) clients.push((await connect()).client);
    const stopped = stop(SOON);
    await until(() => !server.listening);
    for (const each of clients) each.send(GET);
    const sentAt = performance.now();
    // When the server can read, its timers are due, and come first.
    while (performance.now() < sentAt + 3 * SOON.grace);
    for (const each of clients) expectResponses(await each.closed(), [200]);
    expect(await stopped).to.equal(0);
  });

  it('answers a request that arrives in pieces for longer than the grace', async () => {
    const { client, accepted, stop } = await connectAndGet();
    const stopped = stop(SOON);
    client.send(`${GET.slice(0, -2)}X: `);
    let isLonger = false;
    setTimeout(() => {
      isLonger = true;
    }, 3 * SOON.grace);
    while (!isLonger) {
      const { bytesRead } = accepted;
      client.send('x');
      await until(() => accepted.bytesRead > bytesRead);
    }
    client.send('\r\n\r\n');
    expectResponses(await client.closed(), [200]);
    expect(await stopped).to.equal(0);
  });

  it('answers nobody while it accepts the clients in the queue', async () => {
    // A client that is answered may connect anew, and keep the queue full.
    let isStopping = false;
    let [requests, requestsMeanwhile] = [0, 0];
    const handle: RequestListener = (_request, response) => {
      requests += 1;
      if (isStopping && server.listening) requestsMeanwhile += 1;
      response.end('{}');
      if (server.listening) connectAnew();
    };
    const { server, port, stop } = await servers.start({ handle });
    const connectAnew = () => new RawClient(port).send(CLOSE);
    for (let client = 0; client < 64; client += 1) connectAnew();
    await until(() => requests > 200);
    isStopping = true;
    expect(await stop()).to.equal(0);
    expect(requestsMeanwhile).to.equal(0);
  });

  it('answers requests that have come meanwhile, and closes their connections', async () => {
    const { client, accepted, server, port, stop } = await connectAndGet();
    connectForever(server, port);
    await waitFor(server, 'connection');
    const stopped = stop(SOON);
    const { bytesRead } = accepted;
    client.send(GET + GET);
    await until(() => accepted.bytesRead > bytesRead);
    expect(server.listening, 'listening').to.equal(true);
    expect(connectionsOf(await client.closed())).to.deep.equal(['keep-alive', 'close']);
    expect(await stopped).to.equal(0);
  });

  it('closes the listening socket after the grace, though new clients connect without end', async () => {
    const { client, server, port, stop, responses } = await servers.startUnanswered();
    client.send(GET);
    await until(() => responses.length === 1);
    connectForever(server, port);
    const stopped = stop(SOON);
    await until(() => !server.listening);
    responses[0]?.end('{}');
    expect(connectionsOf(await client.closed())).to.deep.equal(['close']);
    expect(await stopped).to.equal(0);
  });

  it('answers clients that have connected while the process was suspended', async () => {
    await using service = new Service({ HOST: '127.0.0.1' });
    const { port } = new URL(await service.ready());
    service.process.kill('SIGSTOP');
    const clients = Array.from({ length: 50 }, () => new RawClient(Number(port)));
    await Promise.all(clients.map(({ socket }) => waitFor(socket, 'connect')));
    for (const client of clients) client.send(CLOSE);
    service.process.kill('SIGTERM');
    service.process.kill('SIGCONT');
    for (const client of clients) expectResponses(await client.closed(), [200]);
    expect(await service.ended()).to.equal(0);
  });

  it('refuses new clients once it has accepted those in the queue', async () => {
    const { stop, server, port } = await connectAndGet();
    stop();
    await until(() => !server.listening);
    const outcome = await waitFor(connect(port, '127.0.0.1'), 'connect').catch(({ code }) => code);
    expect(outcome).to.equal('ECONNREFUSED');
  });

  it('waits longer than the grace for a pending response', async () => {
    const { client, accepted, stop, responses } = await servers.startUnanswered();
    client.send(GET);
    await until(() => responses.length === 1);
    const stopped = stop(SOON);
    await waitFor(accepted, 'timeout');
    // By then, the server has looked at the connection once more.
    await nextIteration();
    await nextIteration();
    responses[0]?.end('{}');
    expect(connectionsOf(await client.closed())).to.deep.equal(['close']);
    expect(await stopped).to.equal(0);
  });

  it('says close on the last of several pending responses, though its body still arrives', async () => {
    const { client, server, stop, responses } = await servers.startUnanswered();
    client.send(GET + get('/', 'Content-Length: 1').replace('GET', 'POST'));
    await until(() => responses.length === 2);
    const stopped = stop();
    await until(() => !server.listening);
    for (const response of responses) response.end('{}');
    expect(connectionsOf(await client.closed())).to.deep.equal(['keep-alive', 'close']);
    expect(await stopped).to.equal(0);
  });

  it('sends the whole of a large list to a slow client', async () => {
    const connected = await servers.startWithClient({ products: largeList });
    const { client: idle } = await connected.connect();
    await sendUnread(connected, get('/api/products', 'Connection: close'));
    const stopped = connected.stop(SOON);
    // After the grace.
    await idle.closed();
    connected.client.socket.resume();
    expectResponses(await connected.client.closed(), [200]);
    expect(await stopped).to.equal(0);
  });

  it('closes a connection after the grace, though its last response says keep-alive', async () => {
    const limits = { keepAliveTimeout: 60_000 };
    const connected = await servers.startWithClient({ products: largeList, limits });
    const { client, accepted, server } = connected;
    await sendUnread(connected, GET_LIST);
    await until(() => accepted.bytesWritten > 0);
    const stopped = connected.stop(SOON);
    await until(() => !server.listening);
    client.socket.resume();
    expect(connectionsOf(await client.next())).to.deep.equal(['keep-alive']);
    expect(await stopped).to.equal(0);
  });

  for (const [what, sent, status] of [
    ['a last response', CLOSE, 200],
    ['CONNECT', CONNECT, 404],
    ['a request without Host', WITHOUT_HOST, 400],
  ] as const) {
    it(`gives a client the grace to close its side after ${what}`, async () => {
      const { client, stop } = await servers.startWithClient({}, STAYS_OPEN);
      client.send(sent);
      expectResponses(await client.next(), [status]);
      expect(await stop(SOON)).to.equal(0);
    });
  }

  for (const [what, sent, status] of [
    ['CONNECT', CONNECT, 404],
    ['a request without Host', WITHOUT_HOST, 400],
  ] as const) {
    it(`gives a client the grace to close its side after ${what} during the stop`, async () => {
      const limits = { keepAliveTimeout: 60_000, timeout: 60_000 };
      const { client, server, stop } = await servers.startWithClient({ limits }, STAYS_OPEN);
      client.send(GET);
      expectResponses(await client.next(), [200]);
      const stopped = stop(SOON);
      await until(() => !server.listening);
      client.send(sent);
      expectResponses(await client.next(), [status]);
      expect(await stopped).to.equal(0);
    });
  }

  it('destroys all connections after the timeout, and counts those with a pending response', async () => {
    const { client, connect, stop, responses } = await servers.startUnanswered();
    // Two idle connections and one that is not, so that the counts differ.
    const { client: idle } = await connect();
    await connect();
    client.send(GET);
    await until(() => responses.length === 1);
    expect(await stop({ timeout: 50 })).to.equal(1);
    expect(await idle.closed()).to.deep.equal([]);
  });

  it('counts the time in which it accepts the clients in the queue for the timeout', async () => {
    const { accepted, server, port, stop } = await connectAndGet();
    connectForever(server, port);
    const stopped = stop({ timeout: 50 });
    await until(() => !server.listening);
    // Node calls back timers in the order of their ends, however late it is: the server's, which is
    // due by now, before this one.
    const isDestroyed = await new Promise((resolve) => {
      setTimeout(() => resolve(accepted.destroyed), 25);
    });
    expect(isDestroyed).to.equal(true);
    expect(await stopped).to.equal(0);
  });

  it('resolves once the responses of destroyed connections have been reported', async () => {
    const entries: AccessLogEntry[] = [];
    const onResponse = (entry: AccessLogEntry) => entries.push(entry);
    const connected = await servers.startWithClient({ products: largeList, onResponse });
    await sendUnread(connected, GET_LIST);
    await connected.stop({ timeout: 50 });
    expect(entries.map(({ target, isAborted }) => [target, isAborted])).to.deep.equal([
      ['/api/products', true],
    ]);
  });

  it('leaves no timer behind, not even after an error, so that a program ends by itself', async () => {
    const script = `
      import { once } from 'node:events';
      import { connect } from 'node:net';
      import { GracefulServer } from './src/graceful-server/graceful-server.ts';
      const formatError = () => ({ headers: {}, body: '' });
      const server = new GracefulServer(() => {}, formatError);
      server.requestTimeout = 3_600_000;
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const client = connect(server.address().port, '127.0.0.1');
      client.end('malformed');
      await once(client.resume(), 'close');
      console.log(await server.stop({ timeout: 3_600_000 }));
    `;
    await using program = new Program(programOf(script));
    expect(await program.ended()).to.equal(0);
    expect(program.stdout).to.equal('0\n');
    expect(program.stderr).to.equal('');
  });

  it('may be called for a server that does not listen', async () => {
    const server = new GracefulServer(() => {}, formatErrorResponse);
    expect(await server.stop()).to.equal(0);
  });

  it('returns the promise of the first call, whatever the options', async () => {
    const { server, stop } = await connectAndGet();
    const stopped = stop(SOON);
    expect(server.stop({ grace: Number.NaN })).to.equal(server.stop());
    expect(await stopped).to.equal(0);
  });

  for (const value of [-1, Number.NaN, 2 ** 31, Number.POSITIVE_INFINITY]) {
    it(`refuses a time of ${value}, and can then be called with another`, async () => {
      const { client, server, stop } = await connectAndGet();
      for (const name of ['grace', 'timeout']) {
        const message = `${name}: expected milliseconds from 0 to 2147483647, got ${value}`;
        expect(() => server.stop({ [name]: value })).to.throw(RangeError, message);
      }
      client.send(GET);
      expect(connectionsOf(await client.next())).to.deep.equal(['keep-alive']);
      expect(await stop(SOON)).to.equal(0);
    });
  }
});
