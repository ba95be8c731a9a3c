import { expect } from 'chai';
import { seedProducts } from '../../src/adapters/memory/seed-products.ts';
import { answerByContract, expectContract } from '../support/contract.ts';
import { exchange, request } from '../support/raw-http.ts';
import { Fleet } from './fleet.ts';

const FIELDS_TOO_LARGE = 'Request header fields too large';

describe('nginx in front of the service', () => {
  let fleet: Fleet;
  let list: string;

  before(async () => {
    fleet = await Fleet.start();
    list = `http://127.0.0.1:${fleet.port}/api/products`;
  });
  after(() => fleet.stop());

  const targets = [
    '/api/products',
    '/api/products?',
    '//api/products',
    '/api/./products',
    '/api/products/',
    '/api/products/x/../2?n=/9',
    '/api/products/%32',
    '/api/products/%2F2',
    '/api/x/../products',
    '/api/products/2#/2',
    'http://shop.example/api/products/2',
  ];
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'TRACE']) {
    for (const target of targets) {
      it(`leaves the contract as it is: ${method} ${target}`, async () => {
        const expected = answerByContract(method, target, seedProducts);
        expectContract(await request(fleet.port, method, target), method, expected);
      });
    }
  }

  const own: [what: string, head: string, status: number, error: string][] = [
    ['a target it cannot decode', 'GET /api/products/% HTTP/1.1', 400, 'Bad request'],
    ['a target with %00', 'GET /api/products/2%00 HTTP/1.1', 400, 'Bad request'],
    ['a target above the root', 'GET /../api/products HTTP/1.1', 400, 'Bad request'],
    ['an asterisk', 'OPTIONS * HTTP/1.1', 400, 'Bad request'],
    ['no sound host', 'GET http:///api/products HTTP/1.1', 400, 'Bad request'],
    ['no request', 'nonsense', 400, 'Bad request'],
    ['HTTP/2.0 in a request line', 'GET / HTTP/2.0', 400, 'Bad request'],
    [
      'an unknown Transfer-Encoding',
      'POST / HTTP/1.1\r\nTransfer-Encoding: gzip',
      400,
      'Bad request',
    ],
    ['a target too long', `GET /${'x'.repeat(9000)} HTTP/1.1`, 431, FIELDS_TOO_LARGE],
    ['a field too long', `GET / HTTP/1.1\r\nX: ${'x'.repeat(9000)}`, 431, FIELDS_TOO_LARGE],
    ['a target that it keeps for itself', 'GET /.bad-request HTTP/1.1', 404, 'Not found'],
  ];
  for (const [what, head, status, error] of own) {
    it(`answers in the service's form what it does not pass on: ${what}`, async () => {
      const bytes = `${head}\r\nHost: a\r\nConnection: close\r\n\r\n`;
      const [response] = await exchange(fleet.port, bytes);
      if (response === undefined) throw new Error('no answer');
      expectContract(response, 'GET', { status, json: { error } });
    });
  }

  it("answers in the service's form what it does not pass on: a large body", async () => {
    const response = await fetch(list, { method: 'POST', body: 'x'.repeat(5000) });
    expect(response.status).to.equal(404);
    expect(response.headers.get('content-type')).to.equal('application/json');
    expect(await response.json()).to.deep.equal({ error: 'Not found' });
  });

  it("answers in the service's form when no instance is there", async () => {
    await Promise.all(fleet.instances.map((instance) => instance.kill()));
    const response = await fetch(list);
    expect(response.status).to.equal(502);
    expect(response.headers.get('content-type')).to.equal('application/json');
    expect(response.headers.get('access-control-allow-origin')).to.equal('*');
    expect(await response.json()).to.deep.equal({ error: 'Bad gateway' });
    await Promise.all(fleet.instances.map((instance) => instance.start()));
  });
});
