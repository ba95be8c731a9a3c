import { connect } from 'node:http2';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { seedProducts } from '../../src/adapters/memory/seed-products.ts';
import { answerByContract, expectContract } from '../support/contract.ts';
import { once } from '../support/in-time.ts';
import { type RawResponse, request as requestInPlain } from '../support/raw-http.ts';
import { Fleet } from './fleet.ts';

const BAD_REQUEST = { status: 400, json: { error: 'Bad request' } };
const TARGETS = [
  '/api/products',
  '/api/products',
  '/api/products?',
  '//api/products',
  '/api/products/2?n=/9',
  '/api/products/x/../2',
  '/api/products/%32',
  '/api/products/9',
  '/',
];

/** What docs/nginx.md promises of HTTPS. test/browser has a page that fetches over it. */
describe('nginx with HTTPS', () => {
  let fleet: Fleet;

  before(async () => {
    fleet = await Fleet.start({ isHttps: true });
  });
  after(() => fleet?.stop());

  /** What TLS needs to know to trust the certificate. */
  const trust = () => ({ ca: fleet.nginx.certificate, servername: 'shop.example' });

  async function askHttp1(method: string, path: string): Promise<RawResponse> {
    const address = { host: '127.0.0.1', port: fleet.ports.https, agent: false, ...trust() };
    const [response] = await once(request({ ...address, method, path }).end(), 'response');
    const body = await text(response);
    return { status: response.statusCode, fields: fieldsOf(response.headers), body };
  }

  async function askHttp2(method: string, path: string): Promise<RawResponse> {
    const session = connect(`https://127.0.0.1:${fleet.ports.https}`, trust());
    await once(session, 'connect');
    const stream = session.request({ ':method': method, ':path': path }, { endStream: true });
    const [headers] = await once(stream, 'response');
    const body = await text(stream);
    session.close();
    return { status: headers[':status'], fields: fieldsOf(headers), body };
  }

  for (const [protocol, ask] of [
    ['HTTP/1.1', askHttp1],
    ['HTTP/2', askHttp2],
  ] as const) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE']) {
      it(`keeps the contract for ${method} over ${protocol}`, async () => {
        for (const target of TARGETS) {
          const expected = answerByContract(method, target, seedProducts);
          expectContract(await ask(method, target), method, expected);
        }
      });
    }

    it(`answers a malformed escape with 400 over ${protocol}`, async () => {
      const { status, fields, body } = await ask('GET', '/api/products/%');
      expect(status).to.equal(400);
      expect(fields.get('content-type')).to.deep.equal(['application/json']);
      expect(fields.get('access-control-allow-origin')).to.deep.equal(['*']);
      expect(JSON.parse(body)).to.deep.equal(BAD_REQUEST.json);
    });
  }

  it('redirects port 80, in a way that a fetch can follow', async () => {
    const { status, fields } = await requestInPlain(fleet.ports.http, 'GET', '/api/products/2?v=1');
    expect(status).to.equal(308);
    expect(fields.get('location')).to.deep.equal(['https://shop.example/api/products/2?v=1']);
    expect(fields.get('access-control-allow-origin')).to.deep.equal(['*']);
  });

  it('answers HTTP on the port of HTTPS with 400', async () => {
    expectContract(await requestInPlain(fleet.ports.https, 'GET', '/'), 'GET', BAD_REQUEST);
  });
});

function fieldsOf(headers: object): Map<string, string[]> {
  return new Map(Object.entries(headers).map(([name, value]) => [name, [String(value)]]));
}
