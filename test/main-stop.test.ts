import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { seedProducts } from '../src/adapters/memory/seed-products.ts';
import { expectContract } from './support/contract.ts';
import { largeList } from './support/large-list.ts';
import { RawClient } from './support/raw-http.ts';
import { ROOT, type Service } from './support/service.ts';
import { Services } from './support/services.ts';
import { TemporaryFolder } from './support/temporary-folder.ts';

const GET_2 = 'GET /api/products/2 HTTP/1.1\r\nHost: a\r\n\r\n';

describe('main, when it is told to stop', () => {
  const services = new Services();
  const folder = new TemporaryFolder();

  it('ends at once while it waits for its catalogue on standard input', async () => {
    const script =
      "process.on('newListener', (name) => name === 'uncaughtException' && console.log(name))";
    const running = services.start(preload(script), '-');
    await once(running.process.stdout, 'data');
    running.process.kill('SIGTERM');
    expect(await running.ended()).to.equal(0);
  });

  it('loses no request of 32 clients that send one after the other', async () => {
    const running = services.start();
    const { port } = new URL(await running.ready());
    const clients = Array.from({ length: 32 }, () => new RawClient(Number(port)));
    await Promise.all(
      clients.map((client) => {
        client.send(GET_2);
        return client.responses(1);
      }),
    );
    const requests = Promise.all(clients.map(keepRequesting));
    running.process.kill('SIGTERM');
    await requests;
    expect(await running.ended()).to.equal(0);
    expect(running.stderr).to.equal('');
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`ends with status 0 on ${signal}, at once if nothing is open`, async () => {
      const running = services.start();
      await running.ready();
      running.process.kill(signal);
      expect(await running.ended()).to.equal(0);
      expect(running.stderr).to.equal('');
    });
  }

  it('ends with status 1 on a later signal, while a request is unfinished', async () => {
    const running = services.start();
    const client = await halfPosted(running);
    const signalling = setInterval(() => running.process.kill('SIGTERM'), 50);
    const status = await running.ended();
    clearInterval(signalling);
    expect(status).to.equal(1);
    expect(running.stderr).to.equal('second SIGTERM, exiting\n');
    client.socket.destroy();
  });

  it('treats the signals of a terminal and of npm as one', async () => {
    const running = services.start();
    const client = await halfPosted(running);
    running.process.kill('SIGINT');
    running.process.kill('SIGTERM');
    await refusesConnections(running);
    client.send('body');
    expect(await client.closed()).to.have.length(2);
    expect(await running.ended()).to.equal(0);
    expect(running.stderr).to.equal('');
  });

  it('ends with status 1 when it cuts off clients at the deadline, and names the first ten', async () => {
    // The deadline is 10 s, which are 0.1 s to this process.
    const script =
      'const wait = setTimeout; globalThis.setTimeout = (call, time) => wait(call, time / 100)';
    const running = services.start(preload(script));
    const clients: RawClient[] = [];
    while (clients.length < 12) clients.push(await halfPosted(running));
    const ports = clients.map(({ socket }) => socket.localPort);
    running.process.kill('SIGTERM');
    expect(await running.ended()).to.equal(1);
    const start = 'product-catalogue: cut off at the deadline:';
    const lines = ports.slice(0, 10).map((port) => `${start} 127.0.0.1 port ${port}, POST /`);
    // On all interfaces, IPv4 addresses are mapped to IPv6.
    expect(running.stderr.replaceAll('::ffff:', '').split('\n')).to.deep.equal([
      ...lines,
      `${start} 2 more`,
      '',
    ]);
  });

  it('leaves no process behind when only npm gets the signal', async () => {
    const npm = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { ...process.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stderr = text(npm.stderr);
    let stdout = '';
    for await (const chunk of npm.stdout) {
      stdout += chunk;
      if (stdout.includes('Serving')) npm.kill('SIGTERM');
    }
    // The pipe has ended, so no process holds its other end: the service has ended too.
    expect(stdout).to.match(/^Serving 3 sample products/m);
    expect(await stderr).to.include(
      'product-catalogue: npm has exited, so the service stops too\n',
    );
  });

  it('sends all of a large list to a slow client', async () => {
    const running = services.start({}, folder.write('large.json', JSON.stringify(largeList)));
    const { port } = new URL(await running.ready());
    const client = new RawClient(Number(port));
    client.socket.pause();
    client.send('GET /api/products HTTP/1.1\r\nHost: a\r\n\r\n');
    client.socket.resume();
    await once(client.socket, 'data');
    client.socket.pause();
    running.process.kill('SIGTERM');
    await refusesConnections(running);
    client.socket.resume();
    const [response] = await client.closed();
    expect(JSON.parse(response?.body ?? '')).to.deep.equal(largeList);
    expect(await running.ended()).to.equal(0);
    expect(running.stderr).to.equal('');
  });
});

describe('main, when no code handles an error', () => {
  const services = new Services();

  for (const [what, code] of [
    ['an exception', "throw new Error('unexpected')"],
    ['a rejection', "Promise.reject(new Error('unexpected'))"],
  ] as const) {
    it(`answers the requests under way, then ends with status 1 and the stack of ${what}`, async () => {
      const script = `process.on('SIGWINCH', () => { ${code} })`;
      const running = services.start(preload(script));
      const client = await halfPosted(running);
      running.process.kill('SIGWINCH');
      await refusesConnections(running);
      client.send('body');
      expect((await client.closed()).map(({ status }) => status)).to.deep.equal([404, 404]);
      expect(await running.ended()).to.equal(1);
      expect(running.stderr).to.match(/^Error: unexpected\n {4}at /);
    });
  }
});

describe('main, when a signal follows an uncaught exception', () => {
  const services = new Services();

  it('ends at once', async () => {
    const script = "process.on('SIGWINCH', () => { throw new Error('unexpected') })";
    const running = services.start(preload(script));
    const client = await halfPosted(running);
    running.process.kill('SIGWINCH');
    await refusesConnections(running);
    running.process.kill('SIGINT');
    expect(await running.ended()).to.equal(1);
    expect(running.stderr).to.match(/second SIGINT, exiting\n$/);
    client.socket.destroy();
  });
});

/** Environment in which Node runs `script` before the service. */
function preload(script: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}

/** A client that has received one response, and has then sent a request without its body. */
async function halfPosted(service: Service): Promise<RawClient> {
  const { port } = new URL(await service.ready());
  const client = new RawClient(Number(port));
  const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n';
  client.send(`${post}body${post}`);
  await client.responses(1);
  return client;
}

/** Waits until the service accepts no more connections. */
async function refusesConnections(service: Service): Promise<void> {
  const { port } = new URL(await service.ready());
  for (;;) {
    const socket = connect(Number(port), '127.0.0.1');
    const refused = once(socket, 'error');
    if (await Promise.race([refused, once(socket, 'connect')]).then(([error]) => error)) return;
    socket.destroy();
  }
}

/**
 * Sends a request after each response, on a connection that has had one already, until a response says
 * that it is the last on this connection.
 * @throws {Error} for a request without a complete and correct response
 */
async function keepRequesting(client: RawClient): Promise<void> {
  for (let count = 2; ; count += 1) {
    client.send(GET_2);
    const response = (await client.responses(count)).at(count - 1);
    if (response === undefined) throw new Error(`request ${count} got no response`);
    expectContract(response, 'GET', { status: 200, json: seedProducts[1] });
    if (response.fields.get('connection')?.[0] === 'close') return;
  }
}
