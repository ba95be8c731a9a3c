import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { seedProducts } from '../src/adapters/memory/seed-products.ts';
import { help } from '../src/cli/command-line.ts';
import { expectContract } from './support/contract.ts';
import { POST, RawClient } from './support/raw-http.ts';
import { Program, preload, Service, scriptCommand } from './support/service.ts';

const { version } = createRequire(import.meta.url)('../package.json');

/**
 * What the command does, prints and ends with. The folder `main` has what it does with a file and a socket.
 * Tests `seedProducts`, too.
 */
describe('main', () => {
  const local = { HOST: '127.0.0.1' };

  it('serves the sample products on IPv4 and IPv6, and prints only how many and where', async () => {
    await using service = new Service();
    const url = await service.ready();
    expectContract(await service.get('/api/products'), 'GET', { status: 200, json: seedProducts });
    const [, answer] = /^# (\{.*\})$/m.exec(readFileSync('README.md', 'utf8')) ?? [];
    expect((await service.get('/api/products/2')).body, 'in README.md').to.equal(answer);
    const onIpv6 = fetch(url.replace('localhost', '[::1]'));
    expect(await onIpv6.catch(() => 'has this machine no IPv6?')).to.have.property('status', 200);
    await service.stop();
    expect(service.stdout).to.equal(`Serving 3 sample products at ${url}\n`);
    expect(url).to.match(/^http:\/\/localhost:\d+\/api\/products$/);
    expect(service.stderr).to.equal('');
  });

  it('prints a line for each response with --log, and goes on when nobody reads its output any more', async () => {
    await using service = new Service(local, ['-', '--log']);
    service.process.stderr.destroy();
    // It warns of the image.
    service.process.stdin.end('[{"id":1,"name":"Tea","price":3,"image":null}]');
    await service.get('/api/products/1?v=9');
    await service.get('/api/products/9');
    await service.printed(/(.* ms\n){2}/);
    const [first, ...lines] = service.stdout.trimEnd().split('\n');
    expect(first).to.match(/^Serving 1 product of standard input at /);
    // Without colours, as this is not a terminal.
    expect(lines[0]).to.match(/^[\d-]{10} [\d:]{8} GET \/api\/products\/1\?v=9 200 \d+\.\d ms$/);
    expect(lines[1]).to.match(/^[\d-]{10} [\d:]{8} GET \/api\/products\/9 404 \d+\.\d ms$/);
    expect(lines).to.have.length(2);

    service.process.stdout.destroy();
    for (const id of [1, 2, 3]) {
      expect((await service.get(`/api/products/${id}`)).status).to.equal(id === 1 ? 200 : 404);
    }
    expect(await service.stop()).to.equal(0);
  });

  it('ends with status 1 and a stack trace after an error that nobody expected', async () => {
    const script = "console.log = () => { throw new Error('unexpected'); }";
    await using program = new Service(preload(script));
    expect(await program.ended()).to.equal(1);
    expect(program.stdout).to.equal('');
    expect(program.stderr).to.match(/^Error: unexpected\n {4}at /);
  });

  it('ends with status 1 and the faults if another source has products that are not valid', async () => {
    // In place of the file, as docs/architecture.md has it.
    const script = `
      import { CatalogFile } from './src/adapters/file/catalog-file.ts';
      import { toProducts } from './src/domain/product.ts';
      CatalogFile.prototype.load = async () => toProducts([{ id: 7, name: 'Tea' }]);
      await import('./src/main.ts');
    `;
    await using program = new Program(scriptCommand(script), { CATALOG_FILE: 'the source' });
    expect(await program.ended()).to.equal(1);
    expect(program.stderr).to.equal(
      '1 of 1 product is not valid\n[0].price: expected a number, got nothing\n',
    );
  });

  it('ends with status 1 when it cuts off a client at the deadline, and names it', async () => {
    // The deadline is 10 s, which are 0.1 s to this process.
    const script =
      'const wait = setTimeout; globalThis.setTimeout = (call, time) => wait(call, time / 100)';
    await using service = new Service({ ...preload(script), ...local });
    const client = new RawClient(Number(new URL(await service.ready()).port));
    client.send(`${POST}body${POST}`);
    await client.next();
    const { localPort } = client.socket;
    expect(await service.stop()).to.equal(1);
    expect(service.stderr).to.equal(
      `product-catalogue: cut off at the deadline: 127.0.0.1 port ${localPort}, POST /\n`,
    );
  });

  const invalid = '--port: expected a whole number from 0 to 65535, got "abc"';
  const noAddress = 'this machine has no address "192.0.2.1"';
  const endings: [args: string[], status: number, stdout: string, stderr: string][] = [
    [['--help'], 0, help, ''],
    [['--version'], 0, `${version}\n`, ''],
    [['--port', 'abc'], 2, '', `product-catalogue: ${invalid}\n`],
    [['--host', '192.0.2.1'], 1, '', `product-catalogue: ${noAddress}\n`],
  ];
  for (const [args, status, stdout, stderr] of endings) {
    it(`ends with status ${status} for ${args.join(' ')}, and says what it has to say`, async () => {
      await using program = new Service({}, args);
      expect(await program.ended()).to.equal(status);
      expect([program.stdout, program.stderr]).to.deep.equal([stdout, stderr]);
    });
  }
});
