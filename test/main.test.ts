import { once } from 'node:events';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'chai';
import { seedProducts } from '../src/adapters/memory/seed-products.ts';
import { help } from '../src/command-line.ts';
import { expectContract } from './support/contract.ts';
import { Programs } from './support/service.ts';

const { version } = createRequire(import.meta.url)('../package.json');

/** What the command does, prints and ends with. The folder `main` has what it does with a file and a socket. */
describe('main', () => {
  const programs = new Programs();
  const local = { HOST: '127.0.0.1' };

  it('serves the sample products, and prints only how many and where', async () => {
    const service = programs.serve();
    const url = await service.ready();
    expectContract(await service.get('/api/products'), 'GET', { status: 200, json: seedProducts });
    await service.stop();
    expect(service.stdout).to.equal(`Serving 3 sample products at ${url}\n`);
    expect(url).to.match(/^http:\/\/localhost:\d+\/api\/products$/);
    expect(service.stderr).to.equal('');
  });

  it('listens on IPv4 and IPv6 alike', async () => {
    const { port } = new URL(await programs.serve().ready());
    for (const host of ['127.0.0.1', '[::1]']) {
      expect((await fetch(`http://${host}:${port}/api/products/1`)).status).to.equal(200);
    }
  });

  it('goes on when nobody reads its output any more, and shuts down cleanly', async () => {
    const service = programs.serve(local, '--log');
    await service.ready();
    service.process.stdout.destroy();
    service.process.stderr.destroy();
    for (const id of [1, 2, 3]) {
      expect((await service.get(`/api/products/${id}`)).status).to.equal(200);
    }
    expect(await service.stop()).to.equal(0);
  });

  it('prints a line for each response with --log, without colours if stdout is not a terminal', async () => {
    const service = programs.serve(local, '--log');
    await service.get('/api/products/2?v=9');
    await service.get('/api/products/9');
    await service.stop();
    const [, ...lines] = service.stdout.split('\n').slice(0, -1);
    expect(lines[0]).to.match(/^\d\d:\d\d:\d\d GET \/api\/products\/2\?v=9 200 \d+\.\d ms$/);
    expect(lines[1]).to.match(/^\d\d:\d\d:\d\d GET \/api\/products\/9 404 \d+\.\d ms$/);
    expect(lines).to.have.length(2);
  });

  const told: [option: string, text: string][] = [
    ['--help', help],
    ['--version', `${version}\n`],
  ];
  for (const [option, text] of told) {
    it(`prints what ${option} asks for, and ends with status 0`, async () => {
      const program = programs.serve({}, option);
      expect(await program.ended()).to.equal(0);
      expect(program.stdout).to.equal(text);
    });
  }

  const range = 'expected a whole number from 0 to 65535, got "abc" (--help says more)';
  const unknown = "Unknown option '--prot'; did you mean --port? (--help says more)";
  const refusals: [
    what: string,
    variables: object,
    args: string[],
    status: number,
    line: string,
  ][] = [
    ['a PORT that is not a number', { PORT: 'abc' }, [], 2, `PORT: ${range}`],
    ['an unknown option', {}, ['--prot', '80'], 2, unknown],
    ['--watch alone', {}, ['--watch'], 2, '--watch needs the path of a file (--help says more)'],
    [
      'a HOST that this machine does not have',
      { HOST: '192.0.2.1' },
      [],
      1,
      'host 192.0.2.1 is not an address of this machine: choose one that is, or leave out --host and HOST for all',
    ],
  ];
  for (const [what, variables, args, status, line] of refusals) {
    it(`ends with status ${status} and one line for ${what}`, async () => {
      const refused = programs.serve({ ...variables }, ...args);
      expect(await refused.ended()).to.equal(status);
      expect(refused.stderr).to.equal(`product-catalogue: ${line}\n`);
      expect(refused.stdout).to.equal('');
    });
  }

  it('ends with status 1 and one line for a port that is in use', async () => {
    const holder = createServer().listen(0);
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const refused = programs.serve({ PORT: String(port) });
    expect(await refused.ended()).to.equal(1);
    expect(refused.stderr).to.equal(
      `product-catalogue: port ${port} is in use: stop the program that listens there, or choose another port (0 picks a free one)\n`,
    );
    holder.close();
  });
});
