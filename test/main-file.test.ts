import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { expect } from 'chai';
import { RawClient } from './support/raw-http.ts';
import { Services } from './support/services.ts';
import { TemporaryFolder } from './support/temporary-folder.ts';

describe('main, with a catalogue file', () => {
  const services = new Services();
  const folder = new TemporaryFolder();

  it('serves its own list again, byte for byte', async () => {
    const list = await (await fetch(await services.start().ready())).text();
    const path = folder.write('products.json', list);
    for (const running of [services.start({}, path), services.start({ CATALOG_FILE: path })]) {
      expect(await (await fetch(await running.ready())).text()).to.equal(list);
      expect(running.stderr).to.equal('');
    }
  });

  it('takes the file and the port of the command line before those of the environment', async () => {
    const path = folder.write('one.json', '[{ "id": 7, "name": "Tea", "price": 3 }]');
    const running = services.start(
      { CATALOG_FILE: 'nope.json', PORT: 'nope' },
      path,
      '--port',
      '0',
    );
    const url = await running.ready();
    expect(running.stdout).to.equal(`Serving 1 product of ${path} at ${url}\n`);
    expect(await (await fetch(url)).json()).to.deep.equal([{ id: 7, name: 'Tea', price: 3 }]);
  });

  it('ends with status 1 and says what is wrong with the file, before it listens', async () => {
    const path = folder.write('wrong.json', '[{ "id": 1, "name": "Tea", "price": "12" }]');
    const refused = services.start({}, path);
    expect(await refused.ended()).to.equal(1);
    expect(refused.stdout).to.equal('');
    expect(refused.stderr).to.equal(
      `${path}: 1 of 1 products is not valid\n${path}:1: [0].price: expected a number, got "12"\n`,
    );
  });

  for (const [what, json, status, stdout, stderr] of [
    [
      'a file that can be served',
      '[{ "id": 7, "name": "Tea", "price": 3 }]',
      0,
      'valid, 1 product',
      '',
    ],
    [
      'a file with more fields',
      '[{ "id": 7, "name": "Tea", "price": 3, "image": "tea.png" }]',
      0,
      'valid, 1 product',
      'warning: not served: image (in 1 of 1 products)',
    ],
    [
      'another file',
      '{ "items": [] }',
      1,
      '',
      'expected an array of products, got an object with "items"; the products go under "products"',
    ],
  ] as const) {
    it(`checks ${what} with --check, and opens no socket`, async () => {
      const path = folder.write('checked.json', json);
      const line = (text: string) => (text === '' ? '' : `${path}: ${text}\n`);
      // An address that this machine does not have.
      const checked = services.start({ HOST: '192.0.2.1' }, path, '--check');
      expect(await checked.ended()).to.equal(status);
      expect([checked.stdout, checked.stderr]).to.deep.equal([line(stdout), line(stderr)]);
    });
  }

  it('reads the file from standard input', async () => {
    const running = services.start({}, '-');
    running.process.stdin.end('[{ "id": 7, "name": "Tea", "price": 3 }]');
    const url = await running.ready();
    expect(await (await fetch(url)).json()).to.deep.equal([{ id: 7, name: 'Tea', price: 3 }]);
  });

  it('stops reading an endless standard input', async () => {
    const refused = services.start({}, '-');
    const zeros = createReadStream('/dev/zero', { highWaterMark: 1024 * 1024 });
    await pipeline(zeros, refused.process.stdin).catch(() => {}); // it ends before the input does
    expect(await refused.ended()).to.equal(1);
    expect(refused.stderr).to.equal('-: expected at most 536870888 bytes\n');
  });

  it('warns of fields that are not served, and of products that are never found', async () => {
    const tea = '{ "id": 7, "name": "Tea", "price": 3, "image": null }';
    const path = folder.write('twice.json', `[${tea}, ${tea}]`);
    const running = services.start({}, path);
    await running.until(() => running.stderr.includes('\n'));
    await running.ready();
    expect(running.stderr).to.equal(
      `${path}: warning: not served: image (in 2 of 2 products)\n` +
        `${path}: warning: 1 repeated id; [0] and [1] share id 7, and only [0] is found by it\n`,
    );
  });

  it('survives clients that pipeline and read nothing, with a heap of 128 MB', async () => {
    const products = Array.from({ length: 200 }, (_, id) => ({ id, name: 'Tea', price: 3 }));
    const path = folder.write('some.json', JSON.stringify(products));
    const running = services.start({ NODE_OPTIONS: '--max-old-space-size=128' }, path);
    const url = await running.ready();
    const clients = Array.from({ length: 10 }, () => new RawClient(Number(new URL(url).port)));
    for (const client of clients) {
      client.socket.pause();
      client.send('GET /api/products HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(5000));
    }
    // Once it has answered these, it has read all that it ever reads from the clients above.
    for (const { id } of products.slice(0, 100)) {
      expect((await fetch(`${url}/${id}`)).status).to.equal(200);
    }
    expect(running.process.exitCode).to.equal(null);
    for (const client of clients) client.socket.destroy();
  });
});
