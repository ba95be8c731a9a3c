import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'chai';
import { seedProducts } from '../src/adapters/memory/seed-products.ts';
import { Service } from './support/service.ts';

describe('main', () => {
  let service: Service | undefined;

  function start(environment?: Record<string, string>): Service {
    service = new Service(environment);
    return service;
  }

  afterEach(() => service?.kill());

  it('serves the seed products, and says how many and where', async () => {
    const running = start();
    const url = await running.ready();
    expect(running.stdout).to.match(
      /^Serving 3 products at http:\/\/localhost:\d+\/api\/products\n$/,
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

  it('ends with status 2 and one line for a PORT that is none', async () => {
    const refused = start({ PORT: 'abc' });
    expect(await refused.ended()).to.equal(2);
    expect(refused.stderr).to.equal(
      'product-catalogue: PORT: expected a whole number from 0 to 65535, got "abc"\n',
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
      `product-catalogue: port ${port} is in use: stop the program that listens there, or set PORT to another\n`,
    );
    holder.close();
  });

  it('ends with status 1 and one line for a HOST that this machine does not have', async () => {
    const refused = start({ HOST: '192.0.2.1' });
    expect(await refused.ended()).to.equal(1);
    expect(refused.stderr).to.match(
      /^product-catalogue: 192\.0\.2\.1 is no address of this machine: .*\n$/,
    );
  });
});
