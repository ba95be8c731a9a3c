import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { generateProducts } from '../../bench/generate-products.ts';
import { createApp } from '../../src/adapters/http/app.ts';
import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';
import { answerByContract } from '../support/contract.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { Fleet } from './fleet.ts';
import { freePorts } from './free-ports.ts';
import { listsPerSecond } from './list-rate.ts';
import { Nginx } from './nginx.ts';

const LIST = '/api/products';
const products = generateProducts(10_000);
const list = JSON.stringify(products);

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  /** Decompressed. */
  readonly text: string;
}

describe('nginx in front of a list worth compressing', () => {
  const folder = new TemporaryFolder();
  const agent = new Agent({ keepAlive: true });
  let fleet: Fleet;

  before(async () => {
    fleet = await Fleet.start({ file: folder.write('products.json', list) });
  });
  after(async () => {
    agent.destroy();
    await fleet?.stop();
  });

  async function ask(method: string, path: string, fields: Record<string, string>) {
    const options = { host: '127.0.0.1', port: fleet.port, method, path, headers: fields, agent };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(options, resolve).on('error', reject).end();
    });
    const { statusCode: status, headers } = response;
    const body = await buffer(response);
    const isCompressed = headers['content-encoding'] === 'gzip' && body.length > 0;
    const text = String(isCompressed ? gunzipSync(body) : body);
    expect(headers['content-type']).to.equal('application/json');
    expect(headers['access-control-allow-origin']).to.equal('*');
    expect(headers['cache-control']).to.equal(undefined);
    return { status, headers, text } satisfies Answer;
  }

  async function expectList(fields: Record<string, string>, encoding?: string): Promise<void> {
    const { status, headers, text } = await ask('GET', LIST, fields);
    expect(status).to.equal(200);
    expect(headers['content-encoding']).to.equal(encoding);
    expect(headers.vary).to.equal('Accept-Encoding');
    expect(text === list, 'the list').to.equal(true);
  }

  for (const [accepted, encoding] of [
    ['br, GZIP;q=0.5', 'gzip'],
    ['gzip; q=0.001', 'gzip'],
    ['gzip;q=0', undefined],
    ['gzip ; q=0.000, br', undefined],
  ] as const) {
    it(`sends the list ${encoding ?? 'as it is'} for Accept-Encoding: ${accepted}`, () =>
      expectList({ 'Accept-Encoding': accepted }, encoding));
  }

  for (const [accepted, encoding] of [
    ['gzip', 'gzip'],
    ['identity', undefined],
  ] as const) {
    const fields = { 'Accept-Encoding': accepted };
    // The list is asked for twice, as the second answer is from the cache.
    const targets = [LIST, LIST, `${LIST}?`, `${LIST}?page=2`, '/api/product%73', '//api/products'];
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
      it(`keeps the contract for ${method} of the list and what resembles it (${accepted})`, async () => {
        for (const target of [...targets, '/api/x/../products', `${LIST}/2`]) {
          const expected = answerByContract(method, target, products);
          const { status, text } = await ask(method, target, fields);
          expect(status, target).to.equal(expected.status);
          const body = method === 'HEAD' ? '' : JSON.stringify(expected.json);
          expect(text === body, `the body of ${target}`).to.equal(true);
        }
      });
    }

    for (const field of [
      { Range: 'bytes=0-9' },
      { 'If-None-Match': '*' },
      { 'If-Match': '"x"' },
      { 'If-Modified-Since': new Date().toUTCString() },
      { 'If-Unmodified-Since': new Date(0).toUTCString() },
      { Via: '1.1 proxy' },
    ]) {
      it(`sends the whole list whatever ${Object.keys(field)} says (${accepted})`, async () => {
        await expectList(fields, encoding);
        await expectList({ ...fields, ...field }, encoding);
      });
    }
  }

  it('does not compress a short response', async () => {
    const { headers } = await ask('GET', `${LIST}/7`, { 'Accept-Encoding': 'gzip' });
    expect(headers['content-encoding']).to.equal(undefined);
  });

  it('fetches and compresses it once for many clients', async () => {
    const before = fleet.nginx.attempts().length;
    const clients = Array.from({ length: 200 }, () =>
      expectList({ 'Accept-Encoding': 'gzip' }, 'gzip'),
    );
    await Promise.all(clients);
    // One for each second that this takes.
    expect(fleet.nginx.attempts().length - before).to.be.below(100);
  });

  it('prints how many lists a second it sends compressed, and one instance as they are', async () => {
    const [instance] = fleet.instances;
    const plain = await listsPerSecond(instance.port, 'identity');
    const compressed = await listsPerSecond(fleet.port, 'gzip');
    console.log(
      `    ${Math.round(compressed)} compressed lists a second through nginx,`,
      `${Math.round(plain)} plain ones straight from one instance: ${(compressed / plain).toFixed(2)}`,
    );
    await expectList({ 'Accept-Encoding': 'gzip' }, 'gzip');
  });
});

describe('nginx in front of a list that changes', () => {
  const catalog = new MemoryCatalog(products);
  const nginx = new Nginx();
  let server: Server;

  before(async () => {
    server = createServer(createApp(catalog).callback()).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(async () => {
    await nginx.stop();
    await once(server.close(), 'close');
  });

  it('sends the new one to the first client that asks three seconds later', async () => {
    const { port } = server.address() as AddressInfo;
    const [http = 0, https = 0, inner = 0] = await freePorts(3);
    await nginx.start({ http, https, inner, instances: [port, port] });
    const url = `http://127.0.0.1:${http}${LIST}`;
    expect(await (await fetch(url)).text()).to.have.lengthOf(list.length);
    catalog.replace(products.slice(1));
    await delay(3000);
    expect(await (await fetch(url)).json()).to.deep.equal(products.slice(1));
  });
});
