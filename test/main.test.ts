import { expect } from 'chai';
import { SAMPLE_PRODUCTS } from '../src/adapters/memory/sample-products.ts';
import { expectContract, INTERNAL_ERROR } from './support/contract.ts';
import { get, RawClient, request } from './support/raw-http.ts';
import { Program, Service, STOPPED } from './support/service.ts';
import { itWithSignals } from './support/system.ts';
import { TEA } from './support/tea.ts';
import { waitFor } from './support/with-timeout.ts';

const LOCAL = { HOST: '127.0.0.1' };

/**
 * What the command serves and prints. The folder `main` has what it does with a file and a socket,
 * and how it ends. Tests `SAMPLE_PRODUCTS`, too.
 */
describe('main', () => {
  itWithSignals('serves the sample products with npm start, and ends when npm does', async () => {
    await using npm = new Program(['npm', 'start'], LOCAL);
    const serving =
      /^Serving 3 sample products at http:\/\/127\.0\.0\.1:(\d+)\/api\/products .*\n/m;
    const [, port] = await npm.printed(serving);
    const list = await request(Number(port), 'GET', '/api/products');
    expectContract(list, 'GET', { status: 200, json: SAMPLE_PRODUCTS });

    // npm passes it on only to its shell.
    npm.process.kill('SIGTERM');
    // Its pipes are closed only when no process holds their other ends: the service has ended too.
    await npm.ended();
  });

  it('answers 500 after --delay with --fail 100, and says so only in its log', async () => {
    await using service = new Service(LOCAL, ['--delay', '600', '--fail', '100', '--log']);
    await service.ready();
    let isHalfOver = false;
    setTimeout(() => (isHalfOver = true), 300);
    const response = await service.get('/api/products/1');
    expect(isHalfOver, 'the half of the delay is over').to.equal(true);
    expectContract(response, 'GET', INTERNAL_ERROR);
    await service.printed(/ GET \/api\/products\/1 500 .* ms\n/);
    expect(await service.stop(), service.stderr).to.equal(STOPPED);
    expect(service.stderr).to.equal('');
  });

  it('prints no more than the log says if clients disconnect during a response', async () => {
    await using service = new Service(LOCAL, ['-', '--log']);
    // Too large for the buffers of a socket.
    const products = [{ ...TEA, name: 'x'.repeat(10_000_000) }];
    service.process.stdin.end(JSON.stringify(products));
    await service.printed(/^Serving 1 product of standard input at /);
    const port = Number(new URL(await service.ready()).port);
    const clients = Array.from({ length: 4 }, () => new RawClient(port));
    for (const { socket } of clients) socket.write(get('/api/products'));
    const begun = clients.map(async ({ socket }) => {
      await waitFor(socket, 'data');
      socket.pause();
    });
    await Promise.all(begun);
    for (const { socket } of clients) socket.resetAndDestroy();
    await service.printed(/(.* 200 .* ms, aborted\n){4}/);
    expect(await service.stop(), service.stderr).to.equal(STOPPED);
    expect(service.stderr).to.equal('');
  });
});
