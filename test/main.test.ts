import { expect } from 'chai';
import { sampleProducts } from '../src/adapters/memory/sample-products.ts';
import { expectContract } from './support/contract.ts';
import { request } from './support/raw-http.ts';
import { Program, Service } from './support/service.ts';

/**
 * What the command serves and prints. The folder `main` has what it does with a file and a socket, and how it ends.
 * Tests `sampleProducts`, too.
 */
describe('main', () => {
  it('serves the sample products on IPv4 and IPv6 with npm start, and ends when npm does', async () => {
    await using npm = new Program(['npm', 'start']);
    const [, url = ''] = await npm.printed(/^Serving 3 sample products at (\S+) .*\n/m);
    expect(url).to.match(/^http:\/\/localhost:\d+\/api\/products$/);
    const port = Number(new URL(url).port);
    const list = await request(port, 'GET', '/api/products');
    expectContract(list, 'GET', { status: 200, json: sampleProducts });
    const onIpv6 = fetch(url.replace('localhost', '[::1]'));
    const { status } = await onIpv6.catch(() => expect.fail('no IPv6 on the loopback interface'));
    expect(status).to.equal(200);

    // npm passes it on only to its shell.
    npm.process.kill('SIGTERM');
    // Its pipes are closed only when no process holds their other ends: the service has ended too.
    await npm.ended();
    expect(npm.stderr).to.include('npm has exited, so the service stops too\n');
  });

  it('prints a line for each response with --log, and goes on when nobody reads its output any more', async () => {
    await using service = new Service({ HOST: '127.0.0.1' }, ['-', '--log']);
    service.process.stderr.destroy();
    // It warns of the image.
    service.process.stdin.end('[{"id":1,"name":"Tea","price":3,"image":null}]');
    await service.get('/api/products/1?v=9');
    await service.get('/api/products/9');
    await service.printed(/(.* ms\n){2}/);
    const [first, ...lines] = service.stdout.trimEnd().split('\n');
    expect(first).to.match(/^Serving 1 product of standard input at /);
    // Without colours, as this is not a terminal. The first response, at least, took its time.
    expect(lines[0]).to.match(/^[\dT:.-]{23}Z GET \/api\/products\/1\?v=9 200 (?!0\.0)\d+\.\d ms$/);
    expect(lines[1]).to.match(/^[\dT:.-]{23}Z GET \/api\/products\/9 404 \d+\.\d ms$/);
    expect(lines).to.have.length(2);

    service.process.stdout.destroy();
    for (const id of [1, 2, 3]) {
      expect((await service.get(`/api/products/${id}`)).status).to.equal(id === 1 ? 200 : 404);
    }
    expect(await service.stop()).to.equal(0);
  });
});
