import { once } from 'node:events';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'chai';
import { seedProducts } from '../src/adapters/memory/seed-products.ts';
import { help } from '../src/command-line.ts';
import { Services } from './support/services.ts';

const { version } = createRequire(import.meta.url)('../package.json');

describe('main', () => {
  const services = new Services();

  it('serves the sample products, and says how many and where', async () => {
    const running = services.start();
    const url = await running.ready();
    expect(running.stdout).to.match(
      /^Serving 3 sample products at http:\/\/localhost:\d+\/api\/products\n$/,
    );
    const response = await fetch(url);
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-type')).to.equal('application/json');
    expect(await response.json()).to.deep.equal(seedProducts);
    expect((await fetch(`${url}/4`)).status).to.equal(404);
    expect(running.stderr).to.equal('');
  });

  it('listens on IPv4 and IPv6 alike', async () => {
    const { port } = new URL(await services.start().ready());
    for (const host of ['127.0.0.1', '[::1]']) {
      expect((await fetch(`http://${host}:${port}/api/products/1`)).status).to.equal(200);
    }
  });

  it('listens on HOST alone', async () => {
    const url = await services.start({ HOST: '127.0.0.1' }).ready();
    expect(url).to.match(/^http:\/\/127\.0\.0\.1:\d+\/api\/products$/);
    expect((await fetch(url)).status).to.equal(200);
  });

  it('prints nothing but where it listens, without --log', async () => {
    const running = services.start({ HOST: '127.0.0.1' });
    await fetch(await running.ready());
    running.process.kill('SIGTERM');
    await running.ended();
    expect(running.stdout).to.match(/^Serving .*\n$/);
  });

  it('goes on when nobody reads its output any more, and shuts down cleanly', async () => {
    const running = services.start({ HOST: '127.0.0.1' }, '--log');
    const url = await running.ready();
    running.process.stdout?.destroy();
    running.process.stderr?.destroy();
    for (const id of [1, 2, 3]) expect((await fetch(`${url}/${id}`)).status).to.equal(200);
    running.process.kill('SIGTERM');
    expect(await running.ended()).to.equal(0);
  });

  it('prints a line for each answer with --log, without colours where that is not a terminal', async () => {
    const running = services.start({ HOST: '127.0.0.1' }, '--log');
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

  it('ends with status 2 and one line for a PORT that is not a number', async () => {
    const refused = services.start({ PORT: 'abc' });
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
    const refused = services.start({ PORT: String(port) });
    expect(await refused.ended()).to.equal(1);
    expect(refused.stderr).to.equal(
      `product-catalogue: port ${port} is in use: stop the program that listens there, or choose another port (0 picks a free one)\n`,
    );
    holder.close();
  });

  it('ends with status 1 and one line for a HOST that this machine does not have', async () => {
    const refused = services.start({ HOST: '192.0.2.1' });
    expect(await refused.ended()).to.equal(1);
    expect(refused.stderr).to.match(
      /^product-catalogue: host 192\.0\.2\.1 is not an address of this machine: .*\n$/,
    );
  });

  it('prints its help, and its version', async () => {
    for (const [option, expected] of [
      ['--help', help],
      ['-h', help],
      ['--version', `${version}\n`],
    ] as const) {
      const told = services.start({}, option);
      expect(await told.ended()).to.equal(0);
      expect(told.stdout).to.equal(expected);
    }
  });

  it('ends with status 2 and one line for an option that it does not know', async () => {
    const refused = services.start({}, '--prot', '80');
    expect(await refused.ended()).to.equal(2);
    expect(refused.stderr).to.equal(
      "product-catalogue: Unknown option '--prot'; did you mean --port? (--help says more)\n",
    );
  });
});
