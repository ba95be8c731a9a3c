import { expect } from 'chai';
import { fixtureProducts } from '../support/fixture-products.ts';
import { get, RawClient } from '../support/raw-http.ts';
import { Programs, preload } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

const TEA = '[{"id":7,"name":"Tea","price":3}]';

/** A catalogue file is checked before anything listens, and served as it is. */
describe('main, with a catalogue file', () => {
  const programs = new Programs();
  const folder = new TemporaryFolder();

  it('serves the file byte for byte, and does not watch it unless told to', async () => {
    const list = JSON.stringify(fixtureProducts);
    const path = folder.write('products.json', list);
    for (const variables of [{ PORT: 'nope', CATALOG_FILE: 'nope.json' }, { CATALOG_FILE: path }]) {
      const args = variables.CATALOG_FILE === path ? [] : [path, '--port', '0'];
      const service = programs.serve(variables, ...args);
      const url = await service.ready();
      expect((await service.get('/api/products')).body).to.equal(list);
      expect(await service.stop()).to.equal(0);
      expect(service.stdout).to.equal(`Serving 6 products of ${path} at ${url}\n`);
    }
  });

  it('reads the file from standard input', async () => {
    const service = programs.serve({}, '-');
    service.process.stdin.end(TEA);
    expect((await service.get('/api/products')).body).to.equal(TEA);
  });

  it('serialises the list before the first client asks', async () => {
    const script =
      "const { concat } = Buffer; Buffer.concat = (list) => { if (String(list[0]).startsWith('[{')) console.log('serialised'); return concat(list) }";
    const service = programs.serve(preload(script), folder.write('one.json', TEA));
    await service.get('/api/products');
    await service.stop();
    expect(service.stdout).to.match(/^serialised\nServing .*\n$/);
  });

  it('ends with status 1 and says what is wrong with the file, before it listens', async () => {
    const path = folder.write('wrong.json', TEA.replace('3', '"12"'));
    for (const args of [[path], [path, '--watch']]) {
      const refused = programs.serve({}, ...args);
      expect(await refused.ended()).to.equal(1);
      expect(refused.stdout).to.equal('');
      expect(refused.stderr).to.equal(
        `${path}: 1 of 1 products is not valid\n${path}:1: [0].price: expected a number, got "12"\n`,
      );
    }
  });

  const checks: [what: string, json: string, status: number, stdout: string, stderr: string][] = [
    ['a file that can be served', TEA, 0, 'valid, 1 product', ''],
    [
      'a file with more fields',
      TEA.replace('}', ',"image":"tea.png"}'),
      0,
      'valid, 1 product',
      'warning: not served: image (in 1 of 1 products)',
    ],
    ['an empty object', '{}', 1, '', 'expected an array of products, got an empty object'],
  ];
  for (const [what, json, status, stdout, stderr] of checks) {
    it(`checks ${what} with --check, and opens no socket`, async () => {
      const path = folder.write('checked.json', json);
      const line = (text: string) => (text === '' ? '' : `${path}: ${text}\n`);
      // An address that this machine does not have, and an npm that may exit.
      const variables = { HOST: '192.0.2.1', npm_lifecycle_event: 'start' };
      const checked = programs.serve(variables, path, '--check');
      expect(await checked.ended()).to.equal(status);
      expect([checked.stdout, checked.stderr]).to.deep.equal([line(stdout), line(stderr)]);
    });
  }

  it('warns of fields that are not served, and of products that are never found', async () => {
    const tea = TEA.slice(1, -2).concat(',"image":null}');
    const path = folder.write('twice.json', `[${tea},${tea}]`);
    const service = programs.serve({}, path);
    await service.ready();
    await service.stop();
    expect(service.stderr).to.equal(
      `${path}: warning: not served: image (in 2 of 2 products)\n` +
        `${path}: warning: 1 repeated id; [0] and [1] share id 7, and only [0] is found by it\n`,
    );
  });

  it('survives clients that pipeline and read nothing, with a heap of 128 MB', async () => {
    const products = Array.from({ length: 200 }, (_, id) => ({ id, name: 'Tea', price: 3 }));
    const path = folder.write('some.json', JSON.stringify(products));
    const service = programs.serve({ NODE_OPTIONS: '--max-old-space-size=128' }, path);
    const { port } = new URL(await service.ready());
    const clients = Array.from({ length: 10 }, () => new RawClient(Number(port)));
    for (const client of clients) {
      client.socket.pause();
      client.send(get('/api/products').repeat(5000));
    }
    // Once it has answered these, it has read all that it ever reads from the clients above.
    for (const { id } of products.slice(0, 100)) {
      expect((await service.get(`/api/products/${id}`)).status).to.equal(200);
    }
    expect(service.process.exitCode).to.equal(null);
    for (const client of clients) client.socket.destroy();
  });
});
