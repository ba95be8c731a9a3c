import { connect } from 'node:net';
import { expect } from 'chai';
import { GracefulServer } from '../../src/graceful-server/graceful-server.ts';
import { expectResponses } from '../support/contract.ts';
import { formatError, respond, Servers } from '../support/local-server.ts';
import { CLOSE, connectionsOf, GET, get, LARGE, RawClient } from '../support/raw-http.ts';
import { Program, programOf, Service } from '../support/service.ts';
import { until, waitFor } from '../support/with-timeout.ts';

/** With this grace, a connection without a pending response is closed soon after a stop has begun. */
const SOON = { grace: 50 };

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

  it('accepts the clients in the queue, and answers them', async () => {
    await using service = new Service({ HOST: '127.0.0.1' });
    const { port } = new URL(await service.ready());
    service.process.kill('SIGSTOP');
    const clients = Array.from({ length: 50 }, () => new RawClient(Number(port)));
    await Promise.all(clients.map(({ socket }) => waitFor(socket, 'connect')));
    for (const client of clients) client.send(CLOSE);
    service.process.kill('SIGTERM');
    service.process.kill('SIGCONT');
    for (const client of clients) expectResponses(await client.closed(), [404]);
    expect(await service.ended()).to.equal(0);
  });

  it('accepts clients until the grace is over, and answers requests as before meanwhile', async () => {
    const { client, server, port, stop } = await connectAndGet();
    // Has clients connect without end. They send nothing.
    const connectAnew = () => connect(port, '127.0.0.1').on('error', () => {});
    server.on('connection', (socket) => {
      if (server.listening) connectAnew();
      // Otherwise, the process would run out of file descriptors.
      socket.destroy();
    });
    for (let count = 0; count < 10; count += 1) connectAnew();
    await waitFor(server, 'connection');
    const stopped = stop(SOON);
    client.send(GET);
    expect(connectionsOf(await client.next())).to.deep.equal(['keep-alive']);
    await until(() => !server.listening);
    await stopped;
  });

  it('says close on the next response of an idle connection', async () => {
    const { client, server, stop } = await connectAndGet();
    const stopped = stop();
    await until(() => !server.listening);
    client.send(GET);
    expect(connectionsOf(await client.closed())).to.deep.equal(['close']);
    await stopped;
  });

  it('says close on the last of several pending responses, though its body still arrives', async () => {
    const { client, server, stop, responses } = await servers.startUnanswered();
    client.send(GET + get('/', 'Content-Length: 1').replace('GET', 'POST'));
    await until(() => responses.length === 1);
    const stopped = stop(SOON);
    await until(() => !server.listening);
    client.send('x');
    await until(() => responses.length === 2);
    for (const response of responses) respond(response);
    expect(connectionsOf(await client.closed())).to.deep.equal(['keep-alive', 'close']);
    await stopped;
  });

  it('closes an idle connection, and one in the middle of a head, after the grace', async () => {
    const { client, connect, stop } = await connectAndGet();
    const { client: slow } = await connect();
    slow.send(GET.slice(0, -2));
    await stop(SOON);
    expect(await client.closed()).to.deep.equal([]);
    expect(await slow.closed()).to.deep.equal([]);
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
    await stopped;
  });

  it('waits longer than the grace for a pending response', async () => {
    const { client, connect, stop, responses } = await servers.startUnanswered();
    const { client: idle } = await connect();
    client.send(GET);
    await until(() => responses.length === 1);
    const stopped = stop(SOON);
    // After the grace.
    await idle.closed();
    for (const response of responses) respond(response);
    expect(connectionsOf(await client.closed())).to.deep.equal(['close']);
    await stopped;
  });

  it('sends the whole of a large response that says keep-alive, and closes its connection', async () => {
    const { client, accepted, connect, stop } = await servers.startWithClient();
    const { client: idle } = await connect();
    client.socket.pause();
    client.send(LARGE);
    await until(() => accepted.bytesWritten > 0);
    const stopped = stop(SOON);
    await idle.closed();
    client.socket.resume();
    const responses = await client.closed();
    expectResponses(responses, [200]);
    expect(connectionsOf(responses)).to.deep.equal(['keep-alive']);
    await stopped;
  });

  it('answers the next request of a client that was reading a large response', async () => {
    const { client, accepted, server, stop } = await servers.startWithClient();
    client.socket.pause();
    client.send(LARGE);
    await until(() => accepted.bytesWritten > 0);
    const stopped = stop();
    await until(() => !server.listening);
    client.socket.resume();
    expect(connectionsOf(await client.next())).to.deep.equal(['keep-alive']);
    client.send(GET);
    expect(connectionsOf(await client.closed())).to.deep.equal(['close']);
    await stopped;
  });

  it('destroys all connections after the timeout, and reports them', async () => {
    const lines: unknown[] = [];
    const { client, accepted, stop } = await servers.startWithClient({
      onResponse: ({ target, isAborted }) => lines.push([target, isAborted]),
    });
    client.socket.pause();
    client.send(LARGE);
    await until(() => accepted.bytesWritten > 0);
    await stop({ timeout: 50 });
    expect(lines).to.deep.equal([['/10000000', true]]);
  });

  it('leaves no timer behind, not even after an error, so that a program ends by itself', async () => {
    const script = `
      import { once } from 'node:events';
      import { connect } from 'node:net';
      import { GracefulServer } from './src/graceful-server/graceful-server.ts';
      const server = new GracefulServer(() => {}, () => ({ headers: {}, body: '' }));
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const client = connect(server.address().port, '127.0.0.1');
      client.end('malformed');
      await once(client.resume(), 'close');
      await server.stop({ timeout: Infinity });
      console.log(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length);
    `;
    await using program = new Program(programOf(script));
    expect(await program.ended()).to.equal(0);
    expect(program.stdout).to.equal('0\n');
    expect(program.stderr).to.equal('');
  });

  it('may be called for a server that does not listen', async () => {
    await new GracefulServer(() => {}, formatError).stop();
  });

  it('returns the promise of the first call, whatever the options', async () => {
    const { server, stop } = await connectAndGet();
    const stopped = stop(SOON);
    expect(server.stop({ timeout: 0 })).to.equal(server.stop());
    await stopped;
  });
});
