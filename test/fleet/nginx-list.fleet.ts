import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { generateProducts } from '../../bench/generate-products.ts';
import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';
import { createServer } from '../../src/index.ts';
import { answerByContract } from '../support/contract.ts';
import { once } from '../support/with-timeout.ts';
import { Nginx } from './nginx.ts';

const LIST = '/api/products';
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

  /** Sends a request, which accepts gzip unless it says otherwise. */
  async function ask(method: string, target: string, fields: Record<string, string> = {}) {
    const headers = { 'Accept-Encoding': 'gzip', ...fields };
    const url = `http://127.0.0.1:${nginx.ports.http}${target}`;
    const response = await fetch(url, { method, headers });
    expect(response.headers.get('content-type')).to.equal('application/json');
    expect(response.headers.get('access-control-allow-origin')).to.equal('*');
    expect(response.headers.get('cache-control')).to.equal(null);
    return response;
  }

  async function expectAnswer(response: Response, method: string, target: string): Promise<void> {
    const { status, json } = answerByContract(method, target, catalog.list());
    expect(response.status, target).to.equal(status);
    const body = method === 'HEAD' ? '' : JSON.stringify(json);
    expect((await response.text()) === body, `the body of ${target}`).to.equal(true);
  }

  async function expectList(fields = {}, encoding: string | null = 'gzip'): Promise<void> {
    const response = await ask('GET', LIST, fields);
    expect(response.headers.get('content-encoding')).to.equal(encoding);
    expect(response.headers.get('vary')).to.equal('Accept-Encoding');
    await expectAnswer(response, 'GET', LIST);
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

  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
    it(`keeps the contract for ${method} of the list and what resembles it`, async () => {
      await expectList();
      for (const target of [LIST, `${LIST}?page=2`, '/api/product%73', '//api/products']) {
        await expectAnswer(await ask(method, target), method, target);
      }
    });
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
