import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { SAMPLE_PRODUCTS } from '../src/adapters/memory/sample-products.ts';
import { HELP } from '../src/cli/settings.ts';
import { expectContract, INTERNAL_ERROR } from './support/contract.ts';
import { RawClient, request, requestText } from './support/raw-http.ts';
import { Program, programOf, Service, STOPPED } from './support/service.ts';
import { itOnUnix } from './support/system.ts';
import { TEA } from './support/tea.ts';
import { waitFor } from './support/with-timeout.ts';

const LOCAL = { HOST: '127.0.0.1' };
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** What the command serves and prints. The folder `main` has what it does with a file and a socket. */
describe('main', () => {
  const port = /^product-catalogue: --port or PORT: expected .*, got "abc"\n$/;
  const host = /^product-catalogue: cannot listen: .*\n$/;
  for (const { args, status, stdout, stderr } of [
    { args: '--help', status: 0, stdout: HELP, stderr: /^$/ },
    { args: '--version', status: 0, stdout: `${version}\n`, stderr: /^$/ },
    { args: '--port abc', status: 2, stdout: '', stderr: port },
    { args: '--host nowhere.invalid', status: 1, stdout: '', stderr: host },
  ]) {
    it(`ends with status ${status} after ${args}`, async () => {
      await using program = new Service({}, args.split(' '));
      expect(await program.ended(), program.stderr).to.equal(status);
      expect(program.stdout).to.equal(stdout);
      expect(program.stderr).to.match(stderr);
    });
  }

  itOnUnix('serves the sample products with npm start, and ends when npm does', async () => {
    await using npm = new Program(['npm', 'start'], LOCAL);
    const [line, port] = await npm.printed(/^Serving .*:(\d+).*$/m);
    const url = `http://127.0.0.1:${port}/api/products`;
    expect(line).to.equal(`Serving 3 sample products at ${url} (version ${version})`);
    const list = await request(Number(port), 'GET', '/api/products');
    expectContract(list, 'GET', { status: 200, json: SAMPLE_PRODUCTS });

    // npm passes it on only to its shell.
    npm.process.kill('SIGTERM');
    // Its pipes are closed only when no process holds their other ends: the service has ended too.
    await npm.ended();
    expect(npm.stdout).to.match(/Z Stopping, since npm has ended\n$/);
  });

  it('answers 500 after --delay with --fail 100, and says so at its start and in its log', async () => {
    await using service = new Service(LOCAL, ['--delay', '600', '--fail', '100', '--log']);
    await service.ready();
    const start = performance.now();
    expectContract(await service.get('/api/products/1'), 'GET', INTERNAL_ERROR);
    const [, milliseconds] = await service.printed(/Z GET \/api\/products\/1 500 (.*) ms\n/);
    // A timer of Node may fire a millisecond early.
    expect(Number(milliseconds)).to.be.within(599, performance.now() - start);
    expect(service.stdout.split('\n')[1]).to.equal(
      'For development: each response waits 600 ms, and 100 % of the requests get 500',
    );
    expect(await service.stop(), service.stderr).to.equal(STOPPED);
    expect(service.stderr).to.equal('');
  });

  it('prints the time before an exception of the catalogue', async () => {
    const code = `
      const { MemoryCatalog } = await import('./src/adapters/memory/memory-catalog.ts');
      MemoryCatalog.prototype.findById = () => { throw new Error('out of tea'); };
      await import('./src/main.ts');
    `;
    await using service = new Program(programOf(code), LOCAL);
    const [, port] = await service.printed(/^Serving .*:(\d+)/m);
    expectContract(await request(Number(port), 'GET', '/api/products/1'), 'GET', INTERNAL_ERROR);
    await service.printed(/^[\dT:.-]{23}Z Error: out of tea\n {4}at /);
  });

  it('prints no more than the log says if clients disconnect during a response', async () => {
    await using service = new Service(LOCAL, ['-', '--log']);
    // Too large for the buffers of a socket.
    service.process.stdin.end(JSON.stringify([{ ...TEA, name: 'x'.repeat(10_000_000) }]));
    const port = Number(new URL(await service.ready()).port);
    const clients = Array.from({ length: 4 }, () => new RawClient(port));
    for (const { socket } of clients) socket.write(requestText('GET', '/api/products'));
    const begun = clients.map(async ({ socket }) => {
      await waitFor(socket, 'data');
      socket.pause();
    });
    await Promise.all(begun);
    for (const { socket } of clients) socket.resetAndDestroy();
    await service.printed(/(.* 200 .* ms, aborted\n){4}/);
    expect(await service.stop(), service.stderr).to.equal(STOPPED);
    expect(service.stdout).to.match(/^Serving 1 product of standard input at /);
    expect(service.stderr).to.equal('');
  });
});
