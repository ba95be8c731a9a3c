import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { formatErrorResponse } from '../../src/adapters/http/response-format.ts';
import type { AccessLogEntry } from '../../src/graceful-server/access-log.ts';
import { GracefulServer } from '../../src/graceful-server/graceful-server.ts';
import { withClock } from '../support/clock.ts';
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
import { until, waitFor, withTimeout } from '../support/with-timeout.ts';

/** With this limit, a connection without a pending request is closed soon after a stop has begun. */
const GRACE = { stopGrace: 50 };

/** A client that does not close its side when the server has closed its own. */
const STAYS_OPEN = { closes: false };

/**
 * A stop loses no request of a client that sends one at a time and reads its response within
 * `stopTimeout`.
 */
describe('stop', () => {
  const servers = new Servers();

  /** Starts a server, and a client that has received a response and keeps its connection open. */
  async function connectAndGet(setup: Setup = {}) {
    const connected = await servers.startWithClient(setup);
    connected.client.send(GET);
    expect(connectionsOf(await connected.client.next())).to.deep.equal(['keep-alive']);
    return connected;
  }

  it('answers a request on an idle connection, and closes the connection', async () => {
    const { client, stop } = await connectAndGet();
    const stopped = stop();
    // Nothing is read until the server has stopped listening, so even a request that comes at once
    // is the last.
    client.send(GET);
    expect(connectionsOf(await client.closed())).to.deep.equal(['close']);
    expect(await stopped).to.equal(0);
  });

  it('closes an idle connection after stopGrace', async () => {
    const { client, stop } = await connectAndGet({ limits: GRACE });
    expect(await stop()).to.equal(0);
    expect(await client.closed()).to.deep.equal([]);
  });

  it('answers requests that have arrived, though it is too busy to read them within stopGrace', async () => {
    const { client, accepted, connect, stop } = await connectAndGet({ limits: GRACE });
    const clients = [client];
    for (let more = 0; more < 19; more += 1) clients.push((await connect()).client);
    const stopped = stop();
    await checked(accepted);
    for (const each of clients) each.send(GET);
    const sentAt = performance.now();
    // When the server can read, its timers are due, and come first.
    while (performance.now() < sentAt + 3 * GRACE.stopGrace);
    for (const each of clients) expectResponses(await each.closed(), [200]);
    expect(await stopped).to.equal(0);
  });

  it('answers a request that arrives in pieces for longer than stopGrace, with shorter pauses', async () => {
    const { client, accepted, stop } = await connectAndGet({ limits: { stopGrace: 100 } });
    await withClock(async (clock) => {
      const stopped = stop();
      await checked(accepted);
      clock.now += 99;
      client.send(GET.slice(0, 10));
      await checked(accepted);
      clock.now += 99;
      await checked(accepted);
      client.send(GET.slice(10));
      expectResponses(await client.closed(), [200]);
      expect(await stopped).to.equal(0);
    });
  });

  it('answers nobody while it accepts the clients in the queue', async () => {
    // A client that is answered may connect anew. If it was answered again, and so on, some client
    // would always be in the queue, and the server would go on accepting.
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

  it('answers clients that have connected while the process was suspended', async () => {
    await using service = new Service({ HOST: '127.0.0.1' });
    const { port } = new URL(await service.ready());
    service.process.kill('SIGSTOP');
    const clients = Array.from({ length: 50 }, () => new RawClient(Number(port)));
    await Promise.all(clients.map(({ socket }) => waitFor(socket, 'connect')));
    for (const client of clients) client.send(GET);
    service.process.kill('SIGTERM');
    service.process.kill('SIGCONT');
    for (const client of clients) expectResponses(await client.closed(), [200]);
    expect(await service.ended()).to.equal(0);
  });

  it('leaves time to answer those who wait, though new clients connect without end', async () => {
    const handle: RequestListener = async ({ socket }, response) => {
      await checked(socket);
      response.end('{}');
    };
    const limits = { stopTimeout: 100 };
    const { client, server, port, stop } = await servers.startWithClient({ limits, handle });
    const connectAnew = () => connect(port, '127.0.0.1').on('error', () => {});
    await withClock(async (clock) => {
      server.on('connection', (socket) => {
        clock.now += 1;
        if (server.listening) connectAnew();
        // Otherwise, the process would run out of file descriptors.
        socket.destroy();
      });
      connectAnew();
      const stopped = stop();
      client.send(GET);
      expect(await client.closed()).to.have.length(1);
      expect(await stopped).to.equal(0);
    });
  });

  it('refuses new clients once it has accepted those in the queue', async () => {
    const { stop, server, port } = await connectAndGet();
    stop();
    await until(() => !server.listening);
    const outcome = await waitFor(connect(port, '127.0.0.1'), 'connect').catch(({ code }) => code);
    expect(outcome).to.equal('ECONNREFUSED');
  });

  it('waits longer than stopGrace for a pending response', async () => {
    const responses: ServerResponse[] = [];
    const handle: RequestListener = (_request, response) => responses.push(response);
    const connected = await servers.startWithClient({ limits: { stopGrace: 100 }, handle });
    await sendUnread(connected, GET);
    await withClock(async (clock) => {
      const stopped = connected.stop();
      for (let check = 0; check < 3; check += 1) {
        await checked(connected.accepted);
        clock.now += 1000;
      }
      responses[0]?.end('{}');
      connected.client.socket.resume();
      expect(connectionsOf(await connected.client.closed())).to.deep.equal(['close']);
      expect(await stopped).to.equal(0);
    });
  });

  it('says close on the last of several pending responses, though its body still arrives', async () => {
    const responses: ServerResponse[] = [];
    const handle: RequestListener = (_request, response) => responses.push(response);
    const { client, server, stop } = await servers.startWithClient({ handle });
    client.send(GET + get('/', 'Content-Length: 1').replace('GET', 'POST'));
    await until(() => responses.length === 2);
    const stopped = stop();
    await until(() => !server.listening);
    for (const response of responses) response.end('{}');
    expect(connectionsOf(await client.closed())).to.deep.equal(['keep-alive', 'close']);
    expect(await stopped).to.equal(0);
  });

  it('sends the whole of a large list to a slow client', async () => {
    const connected = await servers.startWithClient({ limits: GRACE, products: largeList });
    const { client: idle } = await connected.connect();
    await sendUnread(connected, GET_LIST);
    const stopped = connected.stop();
    // After stopGrace.
    await idle.closed();
    connected.client.socket.resume();
    expectResponses(await connected.client.closed(), [200]);
    expect(await stopped).to.equal(0);
  });

  for (const [what, sent, status] of [
    ['a last response', CLOSE, 200],
    ['CONNECT', CONNECT, 404],
    ['a request without Host', WITHOUT_HOST, 400],
  ] as const) {
    it(`gives a client stopGrace to close its side after ${what}`, async () => {
      const { client, stop } = await servers.startWithClient({ limits: GRACE }, STAYS_OPEN);
      client.send(sent);
      expectResponses(await client.next(), [status]);
      expect(await stop()).to.equal(0);
    });
  }

  it('destroys all connections after stopTimeout, counts those with a pending request, and reports these', async () => {
    const entries: AccessLogEntry[] = [];
    const onResponse = (entry: AccessLogEntry) => entries.push(entry);
    const limits = { stopTimeout: 50 };
    const connected = await servers.startWithClient({ products: largeList, limits, onResponse });
    const { client: idle } = await connected.connect();
    // Two idle connections and one that is not, so that the counts differ.
    await connected.connect();
    await sendUnread(connected, GET_LIST);
    const [first, second] = [connected.stop(), connected.stop()];
    expect(await first).to.equal(1);
    expect(await second, 'of a second call').to.equal(1);
    expect(entries.map(({ target, isAborted }) => [target, isAborted])).to.deep.equal([
      ['/api/products', true],
    ]);
    expect(await idle.closed()).to.deep.equal([]);
  });

  it('leaves no timer and keeps nothing in memory, so that a program ends by itself', async () => {
    const script = `
      import { GracefulServer } from './src/graceful-server/graceful-server.ts';
      const limits = { requestTimeout: 3_600_000, stopTimeout: 3_600_000 };
      async function serveOnce() {
        const answer = (request, response) => response.end();
        const server = new GracefulServer(answer, () => {}, limits);
        await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
        const headers = { Connection: 'close' };
        await fetch('http://127.0.0.1:' + server.address().port, { headers });
        await server.stop();
        return new WeakRef(server);
      }
      const server = await serveOnce();
      await new Promise((resolve) => setTimeout(resolve));
      gc();
      console.log(server.deref() === undefined ? 'collected' : 'kept');
    `;
    await using program = new Program(programOf(script, '--expose-gc'));
    expect(await program.ended()).to.equal(0);
    expect(program.stdout).to.equal('collected\n');
    expect(program.stderr).to.equal('');
  });

  it('may be called for a server that does not listen', async () => {
    const server = new GracefulServer(() => {}, formatErrorResponse);
    expect(await server.stop()).to.equal(0);
  });
});

/** Waits until a stop has checked this connection once more. */
function checked(accepted: Socket): Promise<void> {
  const check = new Promise<void>((resolve) => {
    Object.defineProperty(accepted, 'bytesRead', {
      configurable: true,
      get() {
        // What the prototype has counts again.
        Reflect.deleteProperty(accepted, 'bytesRead');
        resolve();
        return accepted.bytesRead;
      },
    });
  });
  return withTimeout(check, () => 'a check of the connection');
}
