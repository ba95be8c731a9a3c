import { sampleProducts } from '../../src/adapters/memory/sample-products.ts';
import {
  answerByContract,
  BAD_REQUEST,
  type Expected,
  expectContract,
  NOT_FOUND,
} from '../support/contract.ts';
import { exchangeOne, get, request } from '../support/raw-http.ts';
import { Fleet } from './fleet.ts';

const TOO_LARGE: Expected = { status: 431, json: { error: 'Request header fields too large' } };

/** What docs/nginx.md promises: the service's answers, and nginx's own where they differ. */
describe('nginx in front of the service', () => {
  let fleet: Fleet;

  before(async () => {
    fleet = await Fleet.start();
  });
  after(() => fleet?.stop());

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
      it(`keeps the contract for ${method} ${target}`, async () => {
        const expected = answerByContract(method, target, sampleProducts);
        expectContract(await request(fleet.ports.http, method, target), method, expected);
      });
    }
  }

  const rejected: [what: string, head: string, expected: Expected][] = [
    ['a malformed percent escape', 'GET /api/products/% HTTP/1.1', BAD_REQUEST],
    ['a target with %00', 'GET /api/products/2%00 HTTP/1.1', BAD_REQUEST],
    ['a target above the root', 'GET /../api/products HTTP/1.1', BAD_REQUEST],
    ['the target *', 'OPTIONS * HTTP/1.1', BAD_REQUEST],
    ['the target of CONNECT', 'CONNECT shop.example:80 HTTP/1.1', BAD_REQUEST],
    ['an absolute-form target without a host', 'GET http:///api/products HTTP/1.1', BAD_REQUEST],
    ['a malformed request line', 'nonsense', BAD_REQUEST],
    ['HTTP/2.0 in a request line', 'GET / HTTP/2.0', BAD_REQUEST],
    ['an unknown transfer coding', 'POST / HTTP/1.1\r\nTransfer-Encoding: gzip', BAD_REQUEST],
    ['a target that is too long', `GET /${'x'.repeat(9000)} HTTP/1.1`, TOO_LARGE],
    ['a field that is too long', `GET / HTTP/1.1\r\nX: ${'x'.repeat(9000)}`, TOO_LARGE],
    ['an internal location', 'GET /.bad-request HTTP/1.1', NOT_FOUND],
  ];
  for (const [what, head, expected] of rejected) {
    it(`rejects ${what} with ${expected.status} in the service's format`, async () => {
      const bytes = `${head}\r\nHost: shop.example\r\nConnection: close\r\n\r\n`;
      expectContract(await exchangeOne(fleet.ports.http, bytes), 'GET', expected);
    });
  }

  it("rejects a large body with 404 in the service's format", async () => {
    const head = get('/api/products', 'Connection: close', 'Content-Length: 5000');
    const response = await exchangeOne(fleet.ports.http, head + 'x'.repeat(5000));
    expectContract(response, 'GET', NOT_FOUND);
  });
});
