import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect } from 'chai';
import { seedProducts } from '../src/adapters/memory/seed-products.ts';
import { help } from '../src/settings.ts';
import { expectContract } from './support/contract.ts';
import { largeList } from './support/large-list.ts';
import { RawClient } from './support/raw-http.ts';
import { ROOT, Service } from './support/service.ts';
import { TemporaryFolder } from './support/temporary-folder.ts';

const { version } = createRequire(import.meta.url)('../package.json');
const GET_2 = 'GET /api/products/2 HTTP/1.1\r\nHost: a\r\n\r\n';

describe('main', () => {
  let service: Service | undefined;

  function start(environment?: Record<string, string>, ...args: string[]): Service {
    service = new Service(environment, args);
    return service;
  }

  afterEach(() => service?.kill());

  it('serves the seed products, and says how many and where', async () => {
    const running = start();
    const url = await running.ready();
    await running.until(() => running.stdout.split('\n').length === 3);
    expect(running.stdout).to.match(
      /^Serving 3 products at http:\/\/localhost:\d+\/api\/products\nListening on all interfaces; --host 127\.0\.0\.1 keeps it to this machine\n$/,
    );
    const response = await fetch(url);
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-type')).to.equal('application/json');
    expect(await response.json()).to.deep.equal(seedProducts);
    expect((await fetch(`${url}/4`)).status).to.equal(404);
    expect(running.stderr).to.equal('');
  });

  it('listens on IPv4 and IPv6 alike', async () => {
    const { port } = new URL(await start().ready());
    for (const host of ['127.0.0.1', '[::1]']) {
      expect((await fetch(`http://${host}:${port}/api/products/1`)).status).to.equal(200);
    }
  });

  it('listens on HOST alone', async () => {
    const url = await start({ HOST: '127.0.0.1' }).ready();
    expect(url).to.match(/^http:\/\/127\.0\.0\.1:\d+\/api\/products$/);
    expect((await fetch(url)).status).to.equal(200);
  });

  it('prints nothing but where it listens, without --log', async () => {
    const running = start({ HOST: '127.0.0.1' });
    await fetch(await running.ready());
    running.process.kill('SIGTERM');
    await running.ended();
    expect(running.stdout).to.match(/^Serving .*\n$/);
  });

  it('prints a line for each answer with --log, without colours where that is not a terminal', async () => {
    const running = start({ HOST: '127.0.0.1' }, '--log');
    const url = await running.ready();
    await fetch(`${url}/2?v=9`);
    await fetch(`${url}/9`);
    running.process.kill('SIGTERM');
    await running.ended();
    const [, ...lines] = running.stdout.split('\n').slice(0, -1);
    expect(lines[0]).to.match(/^\d\d:\d\d:\d\d GET \/api\/products\/2\?v=9 200 \d+\.\d ms$/);
    expect(lines[1]).to.match(/^\d\d:\d\d:\d\d GET \/api\/products\/9 404 \d+\.\d ms$/);
    expect(lines).to.have.length(2);
  });

  it('ends with status 2 and one line for a PORT that is none', async () => {
    const refused = start({ PORT: 'abc' });
    expect(await refused.ended()).to.equal(2);
    expect(refused.stderr).to.equal(
      'product-catalogue: PORT: expected a whole number from 0 to 65535, got "abc" (--help says more)\n',
    );
    expect(refused.stdout).to.equal('');
  });

  it('ends with status 1 and one line for a port that is in use', async () => {
    const holder = createServer().listen(0);
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const refused = start({ PORT: String(port) });
    expect(await refused.ended()).to.equal(1);
    expect(refused.stderr).to.equal(
      `product-catalogue: PORT ${port} is in use: stop the program that listens there, or choose another port\n`,
    );
    holder.close();
  });

  it('ends with status 1 and one line for a HOST that this machine does not have', async () => {
    const refused = start({ HOST: '192.0.2.1' });
    expect(await refused.ended()).to.equal(1);
    expect(refused.stderr).to.match(
      /^product-catalogue: HOST 192\.0\.2\.1 is not an address of this machine: .*\n$/,
    );
  });

  it('prints its help, and its version', async () => {
    for (const [option, expected] of [
      ['--help', help],
      ['-h', help],
      ['--version', `${version}\n`],
    ] as const) {
      const told = start({}, option);
      expect(await told.ended()).to.equal(0);
      expect(told.stdout).to.equal(expected);
    }
  });

  it('ends with status 2 and one line for an option that it does not know', async () => {
    const refused = start({}, '--prot', '80');
    expect(await refused.ended()).to.equal(2);
    expect(refused.stderr).to.equal(
      "product-catalogue: Unknown option '--prot' (--help says more)\n",
    );
  });

  describe('with a catalogue file', () => {
    const folder = new TemporaryFolder();

    it('serves its own list again, octet for octet', async () => {
      const list = await (await fetch(await start().ready())).text();
      await service?.kill();
      const path = folder.write('products.json', list);
      for (const running of [start({}, path), start({ CATALOG_FILE: path })]) {
        expect(await (await fetch(await running.ready())).text()).to.equal(list);
        expect(running.stderr).to.equal('');
        await running.kill();
      }
    });

    it('takes the file and the port of the command line before those of the environment', async () => {
      const path = folder.write('one.json', '[{ "id": 7, "name": "Tea", "price": 3 }]');
      const running = start({ CATALOG_FILE: 'nope.json', PORT: 'nope' }, path, '--port', '0');
      const url = await running.ready();
      expect(running.stdout).to.match(/^Serving 1 product at /);
      expect(await (await fetch(url)).json()).to.deep.equal([{ id: 7, name: 'Tea', price: 3 }]);
    });

    it('ends with status 1 and says what is wrong with the file, before it listens', async () => {
      const path = folder.write('wrong.json', '[{ "id": 1, "name": "Tea", "price": "12" }]');
      const refused = start({}, path);
      expect(await refused.ended()).to.equal(1);
      expect(refused.stdout).to.equal('');
      expect(refused.stderr).to.equal(
        `${path}: wrong products: 1 of 1\n${path}: [0].price: expected a finite number, got "12"\n`,
      );
    });

    it('reads the file from standard input', async () => {
      const running = start({}, '-');
      running.process.stdin?.end('[{ "id": 7, "name": "Tea", "price": 3 }]');
      const url = await running.ready();
      expect(await (await fetch(url)).json()).to.deep.equal([{ id: 7, name: 'Tea', price: 3 }]);
    });

    it('refuses a FIFO, which would wait for a writer', async () => {
      const path = folder.path('fifo.json');
      spawnSync('mkfifo', [path]);
      const refused = start({}, path);
      expect(await refused.ended()).to.equal(1);
      expect(refused.stderr).to.equal(
        `${path}: expected a file, got a pipe or a device; - reads standard input\n`,
      );
    });

    it('warns of products that can be listed but never fetched', async () => {
      const tea = '{ "id": 7, "name": "Tea", "price": 3 }';
      const path = folder.write('twice.json', `[${tea}, ${tea}]`);
      const running = start({}, path);
      await running.ready();
      expect(running.stderr).to.equal(
        `${path}: warning: [0] and [1] share id 7; /api/products/7 always returns [0]\n`,
      );
    });

    it('survives clients that pipeline and read nothing, with a heap of 128 MB', async () => {
      const products = Array.from({ length: 200 }, (_, id) => ({ id, name: 'Tea', price: 3 }));
      const path = folder.write('some.json', JSON.stringify(products));
      const running = start({ NODE_OPTIONS: '--max-old-space-size=128' }, path);
      const url = await running.ready();
      const clients = Array.from({ length: 10 }, () => new RawClient(Number(new URL(url).port)));
      for (const client of clients) {
        client.socket.pause();
        client.send('GET /api/products HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(5000));
      }
      // By the time that it has answered these, it has read all that it reads of the others.
      for (const { id } of products.slice(0, 100)) {
        expect((await fetch(`${url}/${id}`)).status).to.equal(200);
      }
      expect(running.process.exitCode).to.equal(null);
      for (const client of clients) client.socket.destroy();
    });

    it('sends all of a large list to a slow reader, though it is told to stop', async () => {
      const running = start({}, folder.write('large.json', JSON.stringify(largeList)));
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

  describe('when it is told to stop', () => {
    it('ends at once while it waits for its catalogue on standard input', async () => {
      const script = "process.on('newListener', (name) => name === 'SIGQUIT' && console.log(name))";
      const running = start(
        { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` },
        '-',
      );
      await once(running.process.stdout ?? running.process, 'data');
      running.process.kill('SIGTERM');
      expect(await running.ended()).to.equal(0);
    });

    it('loses no request of 32 clients that never pause', async () => {
      const running = start();
      const { port } = new URL(await running.ready());
      const clients = Array.from({ length: 32 }, () => new RawClient(Number(port)));
      await Promise.all(
        clients.map((client) => {
          client.send(GET_2);
          return client.responses(1);
        }),
      );
      const asking = Promise.all(clients.map(keepAsking));
      running.process.kill('SIGTERM');
      await asking;
      expect(await running.ended()).to.equal(0);
      expect(running.stderr).to.equal('');
    });

    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      it(`ends with status 0 on ${signal}, at once where nothing is open`, async () => {
        const running = start();
        await running.ready();
        running.process.kill(signal);
        expect(await running.ended()).to.equal(0);
        expect(running.stderr).to.equal('');
      });
    }

    it('ends on a later signal, with status 1, whatever is under way', async () => {
      const running = start();
      const client = await halfPosted(running);
      const telling = setInterval(() => running.process.kill('SIGTERM'), 50);
      const status = await running.ended();
      clearInterval(telling);
      expect(status).to.equal(1);
      expect(running.stderr).to.equal('second SIGTERM, exiting\n');
      client.socket.destroy();
    });

    it('takes the signals of a terminal and of npm for one', async () => {
      const running = start();
      const client = await halfPosted(running);
      running.process.kill('SIGINT');
      running.process.kill('SIGTERM');
      await refusesConnections(running);
      client.send('body');
      expect(await client.closed()).to.have.length(2);
      expect(await running.ended()).to.equal(0);
      expect(running.stderr).to.equal('');
    });

    it('ends with status 1 when the deadline cut somebody off, and says whom', async () => {
      const running = start();
      const client = await halfPosted(running);
      const { localPort } = client.socket;
      running.process.kill('SIGTERM');
      expect(await running.ended()).to.equal(1);
      const whom = new RegExp(
        `^product-catalogue: cut off .*127\\.0\\.0\\.1 port ${localPort}, POST /\n$`,
      );
      expect(running.stderr).to.match(whom);
    });

    it('leaves no process behind when only npm is told', async () => {
      const npm = spawn('npm', ['start'], {
        cwd: ROOT,
        env: { ...process.env, PORT: '0' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let stdout = '';
      for await (const chunk of npm.stdout) {
        stdout += chunk;
        if (stdout.includes('Serving')) npm.kill('SIGTERM');
      }
      // The pipe has ended: nobody holds its other end any more, the service neither.
      expect(stdout).to.match(/^Serving 3 products/m);
    });
  });

  describe('when nobody handles an error', () => {
    for (const [what, code] of [
      ['an exception', "throw new Error('nobody expected this')"],
      ['a rejection', "Promise.reject(new Error('nobody expected this'))"],
    ] as const) {
      it(`answers what is under way, then ends with status 1 and the stack of ${what}`, async () => {
        const script = `process.on('SIGWINCH', () => { ${code} })`;
        const running = start({
          NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
        });
        const client = await halfPosted(running);
        running.process.kill('SIGWINCH');
        await refusesConnections(running);
        client.send('body');
        expect((await client.closed()).map(({ status }) => status)).to.deep.equal([404, 404]);
        expect(await running.ended()).to.equal(1);
        expect(running.stderr).to.match(/^Error: nobody expected this\n {4}at /);
      });
    }
  });
});

/** A client that has had one answer, and has then sent a request without the body it announces. */
async function halfPosted(service: Service): Promise<RawClient> {
  const { port } = new URL(await service.ready());
  const client = new RawClient(Number(port));
  const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n';
  client.send(`${post}body${post}`);
  await client.responses(1);
  return client;
}

/** Waits until the service takes no more connections. */
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
 * Asks again as soon as it has its answer, on one connection that has had an answer before, until
 * an answer says that it was the last there.
 * @throws {Error} for a request without its whole, right answer
 */
async function keepAsking(client: RawClient): Promise<void> {
  for (let count = 2; ; count += 1) {
    client.send(GET_2);
    const response = (await client.responses(count)).at(count - 1);
    if (response === undefined) throw new Error(`request ${count} got no answer`);
    expectContract(response, 'GET', { status: 200, json: seedProducts[1] });
    if (response.fields.get('connection')?.[0] === 'close') return;
  }
}
