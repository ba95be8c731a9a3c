import { connect } from 'node:http2';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { sampleProducts } from '../../src/adapters/memory/sample-products.ts';
import { answerByContract, BAD_REQUEST, expectContract, NOT_FOUND } from '../support/contract.ts';
import { type RawResponse, request } from '../support/raw-http.ts';
import { once } from '../support/with-timeout.ts';
import { Fleet } from './fleet.ts';

const TARGETS = [
  '/api/products',
  '/api/products?',
  '/api/products/x/../2',
  '/api/products/%32',
  '/',
];

/** What docs/nginx.md promises of HTTPS. test/browser has a page that fetches over it. */
describe('nginx with HTTPS', () => {
  let fleet: Fleet;

  before(async () => {
    fleet = await Fleet.start({ isHttps: true });
  });
  after(() => fleet?.stop());

  /** Sends a request over HTTP/2, as browsers do. */
  async function ask(method: string, path: string): Promise<RawResponse> {
    const trust = { ca: fleet.nginx.certificate, servername: 'shop.example' };
    const session = connect(`https://127.0.0.1:${fleet.ports.https}`, trust);
    await once(session, 'connect');
    const stream = session.request({ ':method': method, ':path': path }, { endStream: true });
    const [{ ':status': status, ...fields }] = await once(stream, 'response');
    const body = await text(stream);
    session.close();
    return { status, headers: new Headers(Object.entries<string>(fields)), body };
  }

  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE']) {
    it(`keeps the contract for ${method}`, async () => {
      for (const target of TARGETS) {
        const expected = answerByContract(method, target, sampleProducts);
        expectContract(await ask(method, target), method, expected);
      }
    });
  }

  // Without the field Connection, which HTTP/2 does not have, `expectContract` would not take it.
  it('answers a malformed escape with 400', async () => {
    const { status, headers, body } = await ask('GET', '/api/products/%');
    expect(status).to.equal(400);
    expect(headers.get('content-type')).to.equal('application/json');
    expect(headers.get('access-control-allow-origin')).to.equal('*');
    expect(JSON.parse(body)).to.deep.equal(BAD_REQUEST.json);
  });

  it('redirects port 80, in a way that a fetch can follow', async () => {
    const { status, headers } = await request(fleet.ports.http, 'GET', '/api/products/2?v=1');
    expect(status).to.equal(308);
    expect(headers.get('location')).to.equal('https://shop.example/api/products/2?v=1');
    expect(headers.get('access-control-allow-origin')).to.equal('*');
  });

  it('answers the challenge of an ACME client, and 404 to what is none', async () => {
    const folder = '/.well-known/acme-challenge';
    fleet.nginx.run(`mkdir -p /var/www/html${folder} && echo answer >/var/www/html${folder}/token`);
    const { status, body } = await ask('GET', `${folder}/token`);
    expect({ status, body }).to.deep.equal({ status: 200, body: 'answer\n' });
    for (const path of [folder, `${folder}/`, `${folder}/other`]) {
      expectContract(await ask('GET', path), 'GET', NOT_FOUND);
    }
    expectContract(await ask('POST', `${folder}/token`), 'POST', NOT_FOUND);
  });

  it('answers HTTP on the port of HTTPS with 400', async () => {
    expectContract(await request(fleet.ports.https, 'GET', '/'), 'GET', BAD_REQUEST);
  });
});
