import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { sampleProducts } from '../../src/adapters/memory/sample-products.ts';
import { BAD_REQUEST, expectContract } from '../support/contract.ts';
import { exchangeOne, type RawResponse } from '../support/raw-http.ts';
import { once } from '../support/with-timeout.ts';
import { Fleet } from './fleet.ts';

/** What matters of the site that Debian's nginx packages enable. */
const DEFAULT_SITE = `
  server {
    listen 80 default_server;
    listen [::]:80 default_server;
    root /var/www/html;
  }`;
const LIST = { status: 200, json: sampleProducts };
/** What nginx leaves to the default server of the port, and what it answers if it is that. */
const FOR_DEFAULT_SERVER = [
  ['GET /api/products HTTP/1.1\r\nHost: other.example', LIST],
  ['GET /api/products HTTP/1.0', LIST],
  ['GET /api/products HTTP/1.1', BAD_REQUEST],
  ['nonsense\r\nHost: shop.example', BAD_REQUEST],
] as const;

/** Which requests nginx.conf answers, with and without a default server beside it, as docs/nginx.md says. */
describe('nginx with a host name', () => {
  let fleet: Fleet;

  afterEach(() => fleet?.stop());

  function send(head: string): Promise<RawResponse> {
    return exchangeOne(fleet.ports.http, `${head}\r\nConnection: close\r\n\r\n`);
  }

  it("answers requests for any host without Debian's default site", async () => {
    fleet = await Fleet.start();
    for (const [head, expected] of FOR_DEFAULT_SERVER) {
      expectContract(await send(head), 'GET', expected);
    }
  });

  it("answers those for its own beside Debian's default site, on IPv4 and IPv6", async () => {
    fleet = await Fleet.start({ more: DEFAULT_SITE });
    for (const host of ['127.0.0.1', '::1']) {
      const options = { host, port: fleet.ports.http, path: '/api/products', agent: false };
      const request = get({ ...options, headers: { Host: 'shop.example' } });
      const [response] = await once(request, 'response');
      expect(await text(response)).to.equal(JSON.stringify(sampleProducts));
    }
    for (const [head] of FOR_DEFAULT_SERVER) {
      expect((await send(head)).headers.get('content-type')).to.equal('text/html');
    }
  });
});
