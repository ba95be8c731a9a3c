import type { IncomingMessage } from 'node:http';
import { connect, constants } from 'node:http2';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { seedProducts } from '../../src/adapters/memory/seed-products.ts';
import { answerByContract } from '../support/contract.ts';
import { request as requestInPlain } from '../support/raw-http.ts';
import { Fleet } from './fleet.ts';

const { HTTP2_HEADER_STATUS, HTTP2_HEADER_METHOD, HTTP2_HEADER_PATH } = constants;
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

interface Answer {
  readonly status: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

describe('nginx with TLS', () => {
  let fleet: Fleet;

  before(async () => {
    fleet = await Fleet.start({ isHttps: true });
  });
  after(() => fleet?.stop());

  /** What TLS needs to know to trust the certificate. */
  const trust = () => ({ ca: fleet.nginx.certificate, servername: 'shop.example' });

  async function askHttp1(method: string, path: string): Promise<Answer> {
    const agent = new Agent(trust());
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { host: '127.0.0.1', port: fleet.ports.https, method, path, agent };
      request(options, resolve).on('error', reject).end();
    });
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }

  async function askHttp2(method: string, path: string): Promise<Answer> {
    const session = connect(`https://127.0.0.1:${fleet.ports.https}`, trust());
    const stream = session.request({ [HTTP2_HEADER_METHOD]: method, [HTTP2_HEADER_PATH]: path });
    const headers = await new Promise<Answer['headers']>((resolve, reject) => {
      session.on('error', reject);
      stream.on('response', resolve).on('error', reject).end();
    });
    const body = await text(stream);
    session.close();
    return { status: headers[HTTP2_HEADER_STATUS], headers, body };
  }

  function expectJson({ headers, body }: Answer, method: string, json: unknown): void {
    expect(headers['content-type']).to.equal('application/json');
    expect(headers['access-control-allow-origin']).to.equal('*');
    expect(body).to.equal(method === 'HEAD' ? '' : JSON.stringify(json));
  }

  for (const [protocol, ask] of [
    ['HTTP/1.1', askHttp1],
    ['HTTP/2', askHttp2],
  ] as const) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE']) {
      it(`keeps the contract for ${method} over ${protocol}`, async () => {
        for (const target of TARGETS) {
          const { status, json } = answerByContract(method, target, seedProducts);
          const answer = await ask(method, target);
          expect(answer.status, target).to.equal(status);
          expectJson(answer, method, json);
        }
      });
    }

    it(`answers a malformed escape with 400 over ${protocol}`, async () => {
      const answer = await ask('GET', '/api/products/%');
      expect(answer.status).to.equal(400);
      expectJson(answer, 'GET', { error: 'Bad request' });
    });
  }

  it('redirects port 80, in a way that a fetch can follow', async () => {
    const { status, fields } = await requestInPlain(fleet.port, 'GET', '/api/products/2?v=1');
    expect(status).to.equal(308);
    expect(fields.get('location')).to.deep.equal(['https://shop.example/api/products/2?v=1']);
    expect(fields.get('access-control-allow-origin')).to.deep.equal(['*']);
  });

  it('answers HTTP on the port of HTTPS with 400', async () => {
    const { status, fields, body } = await requestInPlain(fleet.ports.https, 'GET', '/');
    expect(status).to.equal(400);
    expect(fields.get('content-type')).to.deep.equal(['application/json']);
    expect(JSON.parse(body)).to.deep.equal({ error: 'Bad request' });
  });
});
