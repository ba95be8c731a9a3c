import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect } from 'chai';
import { seedProducts } from '../../src/adapters/memory/seed-products.ts';
import { expectContract } from '../support/contract.ts';
import { exchange, type RawResponse } from '../support/raw-http.ts';
import { Fleet } from './fleet.ts';
import { hasIPv6 } from './ipv6.ts';

const NAMED = 'GET /api/products HTTP/1.1\r\nHost: shop.example';
const OTHER = 'GET /api/products HTTP/1.1\r\nHost: other.example';
const WITHOUT_HOST = 'GET /api/products HTTP/1.0';
/** nginx rejects these before it has chosen a server by name. */
const MALFORMED: [what: string, head: string][] = [
  ['an HTTP/1.1 request without Host', 'GET /api/products HTTP/1.1'],
  ['a malformed request', 'nonsense\r\nHost: shop.example'],
];
const LIST = { status: 200, json: seedProducts };
const BAD_REQUEST = { status: 400, json: { error: 'Bad request' } };

describe("nginx without Debian's default site", () => {
  let fleet: Fleet;

  before(async () => {
    fleet = await Fleet.start();
  });
  after(() => fleet?.stop());

  for (const [what, head] of [
    ['its server name', NAMED],
    ['any other host', OTHER],
    ['HTTP/1.0 without Host', WITHOUT_HOST],
  ] as const) {
    it(`passes on a request for ${what}`, async () => {
      expectContract(await send(fleet, head), 'GET', LIST);
    });
  }

  for (const [what, head] of MALFORMED) {
    it(`answers ${what} with 400 in the service's format`, async () => {
      expectContract(await send(fleet, head), 'GET', BAD_REQUEST);
    });
  }
});

describe("nginx with Debian's default site enabled", () => {
  let fleet: Fleet;

  before(async () => {
    if (!hasIPv6) console.log('    No IPv6 on this machine: `listen [::]:80;` is not tested');
    fleet = await Fleet.start({ hasDefaultSite: true });
  });
  after(() => fleet?.stop());

  for (const address of hasIPv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1']) {
    it(`passes on a request for its server name, received on ${address}`, async () => {
      const response = await getList(address, fleet.port, 'shop.example');
      expect(response.headers['content-type']).to.equal('application/json');
      expect(await json(response)).to.deep.equal(seedProducts);
    });
  }

  for (const [what, head] of [
    ['a request for any other host', OTHER],
    ['HTTP/1.0 without Host', WITHOUT_HOST],
    ...MALFORMED,
  ] as const) {
    it(`leaves ${what} to the default site`, async () => {
      const response = await send(fleet, head);
      expect(response.fields.get('content-type')).to.deep.equal(['text/html']);
    });
  }
});

async function send(fleet: Fleet, head: string): Promise<RawResponse> {
  const [response] = await exchange(fleet.port, `${head}\r\nConnection: close\r\n\r\n`);
  if (response === undefined) throw new Error('no response');
  return response;
}

function getList(address: string, port: number, host: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { host: address, port, path: '/api/products', headers: { Host: host } };
    get({ ...options, agent: false }, resolve).on('error', reject);
  });
}
