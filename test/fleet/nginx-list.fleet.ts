import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { generateProducts } from '../../bench/generate-products.ts';
import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';
import { createServer } from '../../src/index.ts';
import { once } from '../support/with-timeout.ts';
import { Nginx } from './nginx.ts';

const products = generateProducts(10_000);

/** What docs/nginx.md promises of the list: compressed once for all clients, and never old. */
describe('nginx in front of a list worth compressing', () => {
  const catalog = new MemoryCatalog(products);
  let requests = 0;
  const onResponse = () => {
    requests += 1;
  };
  const { server, stop } = createServer(catalog, { onResponse });
  const nginx = new Nginx();

  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    await nginx.start([port, port]);
  });
  after(async () => {
    await nginx.stop();
    await stop();
  });

  /** Asks for the list, with gzip unless the fields say otherwise, and checks the response. */
  async function expectList(fields = {}, encoding: string | null = 'gzip'): Promise<void> {
    const headers = { 'Accept-Encoding': 'gzip', ...fields };
    const response = await fetch(`http://127.0.0.1:${nginx.ports.http}/api/products`, { headers });
    expect(response.status).to.equal(200);
    const expected = {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      'cache-control': null,
      instance: null,
      'content-encoding': encoding,
      vary: 'Accept-Encoding',
    };
    for (const [name, value] of Object.entries(expected)) {
      expect(response.headers.get(name), name).to.equal(value);
    }
    const isList = (await response.text()) === JSON.stringify(catalog.list());
    expect(isList, 'the body is the list').to.equal(true);
  }

  for (const [accepted, encoding] of [
    ['br, GZIP;q=0.5', 'gzip'],
    ['gzip; q=0.001', 'gzip'],
    ['gzip;q=0', null],
    ['gzip ; q=0.000, br', null],
    ['identity', null],
  ] as const) {
    it(`sends the list ${encoding ?? 'as it is'} for Accept-Encoding: ${accepted}`, () =>
      expectList({ 'Accept-Encoding': accepted }, encoding));
  }

  for (const fields of [
    { Range: 'bytes=0-9' },
    { 'If-None-Match': '*' },
    { 'If-Match': '"x"' },
    { 'If-Modified-Since': new Date().toUTCString() },
    { 'If-Unmodified-Since': new Date(0).toUTCString() },
    { Via: '1.1 proxy' },
  ]) {
    it(`sends the whole list whatever ${Object.keys(fields)} says`, async () => {
      await expectList();
      await expectList(fields);
      await expectList({ ...fields, 'Accept-Encoding': 'identity' }, null);
    });
  }

  it('fetches and compresses it once for many clients', async () => {
    const before = requests;
    await Promise.all(Array.from({ length: 100 }, () => expectList()));
    // One for each second that this takes.
    expect(requests - before).to.be.below(50);
  });

  it('sends a new list to the first client that asks three seconds after the change', async () => {
    await expectList();
    catalog.replace(products.slice(1));
    await delay(3000);
    await expectList();
  });
});
