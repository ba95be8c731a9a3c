import type { ServerResponse } from 'node:http';
import { connect, type Server } from 'node:net';
import { expect } from 'chai';
import { LIMITS } from '../../src/graceful-server/limits.ts';
import { expectResponses } from '../support/contract.ts';
import { respond, Servers } from '../support/local-server.ts';
import { CLOSE, connectionsOf, GET, LARGE, RawClient, requestText } from '../support/raw-http.ts';
import { Program, programOf } from '../support/service.ts';
import { until, waitFor } from '../support/with-timeout.ts';

/** With this grace, a connection without a pending response is closed soon after a stop has begun. */
const SOON = { grace: 50 };

/** Has clients connect without end, as long as the server listens. They send nothing. */
function connectWithoutEnd(server: Server, port: number): void {
  const connectAnew = () => connect(port, '127.0.0.1').on('error', () => {});
  server.on('connection', (socket) => {
    if (server.listening) connectAnew();
    // Otherwise, the process would run out of file descriptors.
    socket.destroy();
  });
  for (let count = 0; count < 10; count += 1) connectAnew();
}

/** What a stop loses, and what it does not: docs/operations.md, "What happens at a stop". */
describe('stop', () => {
  const servers = new Servers();

  /** Starts a server, and a client that has received a response and keeps its connection open. */
  async function connectAndGet() {
    const connected = await servers.startWithClient();
    connected.client.send(GET);
    expect(connectionsOf(await connected.client.next())).to.deep.equal(['keep-alive']);
    return connected;
  }

  /** Checks that each client gets one response, and that its connection ends. */
  async function expectOneEach(clients: readonly RawClient[], patience?: number) {
    for (const [index, client] of clients.entries()) {
      expectResponses(await client.closed(patience), [200], `client ${index}`);
    }
  }

  it('accepts all clients in the queue beside busy ones, and answers them', async () => {
    // All responses together take more than `acceptTimeout`, and far more on a busy machine.
    const patience = 30 * LIMITS.acceptTimeout;
    const { server, port, connect } = await servers.start({
      listener(_request, response) {
        const startedAt = performance.now();
        while (performance.now() < startedAt + 60);
        respond(response);
      },
    });
    const sendAgain = async (client: RawClient) => {
      do client.send(GET);
      while ((await client.next(patience)).length > 0);
    };
    const kept: Promise<void>[] = [];
    for (let count = 0; count < 4; count += 1) kept.push(sendAgain((await connect()).client));
    const clients = Array.from({ length: 20 }, () => new RawClient(port));
    for (const client of clients) client.send(CLOSE);
    // The sockets connect in the next tick.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    const stopped = server.stop({ grace: patience, timeout: patience });
    await expectOneEach(clients, patience);
    await Promise.all(kept);
    await stopped;
  });

  it('accepts clients no longer than its timeout, though they connect without end', async () => {
    Object.assign(LIMITS, { acceptTimeout: 3_600_000 });
    const { server, port, stop } = await servers.start();
    connectWithoutEnd(server, port);
    await waitFor(server, 'connection');
    await stop({ timeout: 50 });
  });

  it('stops listening though clients connect without end, whatever the grace is', async () => {
    const { client, server, port, stop } = await connectAndGet();
    connectWithoutEnd(server, port);
    await waitFor(server, 'connection');
    const stopped = stop({ grace: Number.POSITIVE_INFINITY });
    await until(() => server.listening, false);
    client.send(GET);
    expect(connectionsOf(await client.closed())).to.deep.equal(['close']);
    await stopped;
  });

  it('says close on the last of several pending responses, though its body still arrives', async () => {
    const { client, server, stop, responses } = await servers.startUnanswered();
    client.send(GET + requestText('POST', '/', 'Content-Length: 1'));
    await until(() => responses.length, 1);
    const stopped = stop(SOON);
    await until(() => server.listening, false);
    client.send('x');
    await until(() => responses.length, 2);
    responses.forEach(respond);
    expect(connectionsOf(await client.closed())).to.deep.equal(['keep-alive', 'close']);
    await stopped;
  });

  for (const [what, options] of Object.entries({ grace: SOON, timeout: { timeout: SOON.grace } })) {
    it(`answers requests that have arrived, though it is too busy to read them in the ${what}`, async () => {
      const { client, server, connect, stop } = await connectAndGet();
      const clients = [client];
      for (let more = 0; more < 19; more += 1) clients.push((await connect()).client);
      const stopped = stop(options);
      await until(() => server.listening, false);
      for (const each of clients) each.send(GET);
      const sentAt = performance.now();
      // When the server can read, its timers are due, and come first.
      while (performance.now() < sentAt + 3 * SOON.grace);
      await expectOneEach(clients);
      await stopped;
    });
  }

  it('waits longer than the grace for pending responses, with the times of LIMITS', async () => {
    const { client, connect, server, responses } = await servers.startUnanswered();
    const { client: late } = await connect();
    const { client: idle } = await connect();
    client.send(GET);
    await until(() => responses.length, 1);
    const stopped = server.stop();
    await until(() => server.listening, false);
    late.send(GET);
    // After the grace.
    await idle.closed();
    responses.forEach(respond);
    expect(connectionsOf(await client.closed())).to.deep.equal(['close']);
    expect(connectionsOf(await late.closed())).to.deep.equal(['close']);
    await stopped;
  });

  it('sends the whole of a large response that says keep-alive, and closes its connection', async () => {
    const { client, accepted, connect, stop } = await servers.startWithClient();
    const { client: idle } = await connect();
    // It never closes its side.
    client.socket.allowHalfOpen = true;
    client.socket.pause();
    client.send(LARGE);
    await until(() => accepted.bytesWritten > 0, true);
    const stopped = stop(SOON);
    await idle.closed();
    client.socket.resume();
    const responses = await client.next();
    expectResponses(responses, [200]);
    expect(connectionsOf(responses)).to.deep.equal(['keep-alive']);
    await stopped;
  });

  it('answers the next request after a response that took longer than the grace', async () => {
    const { client, connect, responses, stop } = await servers.startUnanswered();
    const { client: idle } = await connect();
    client.send(GET);
    await until(() => responses.length, 1);
    const [first] = responses as [ServerResponse];
    first.writeHead(200, { 'Content-Length': 0 }).flushHeaders();
    const stopped = stop(SOON);
    await idle.closed();
    first.end();
    await waitFor(first, 'close');
    client.send(GET);
    await until(() => responses.length, 2);
    responses.slice(1).forEach(respond);
    expect(connectionsOf(await client.closed())).to.deep.equal(['keep-alive', 'close']);
    await stopped;
  });

  it('destroys all connections after the timeout, and reports them', async () => {
    const lines: unknown[] = [];
    const { client, accepted, stop } = await servers.startWithClient({
      onResponse: ({ target, isAborted }) => lines.push([target, isAborted]),
    });
    client.socket.pause();
    client.send(LARGE);
    await until(() => accepted.bytesWritten > 0, true);
    await stop({ timeout: 50 });
    expect(lines).to.deep.equal([['/10000000', true]]);
  });

  it('leaves no timer behind, whatever has failed, so that a program ends by itself', async () => {
    await using program = new Program(programOf("import './test/fixtures/failures-and-stop.ts'"));
    expect(await program.ended()).to.equal(0);
    expect(program.stdout).to.equal('thrown\nthrown\nthrown\n0\n');
    expect(program.stderr).to.equal('');
  });

  it('returns the promise of the first call, whatever the options', async () => {
    const { server, stop } = await connectAndGet();
    const stopped = stop(SOON);
    expect(server.stop({ timeout: 0 })).to.equal(server.stop());
    await stopped;
  });
});
