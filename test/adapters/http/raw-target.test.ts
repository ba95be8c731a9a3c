import fc from 'fast-check';
import { answerByContract, expectContract } from '../../support/contract.ts';
import { fixtureProducts } from '../../support/fixture-products.ts';
import { type LocalServer, startServer } from '../../support/local-server.ts';
import { request } from '../../support/raw-http.ts';

/** A client library would normalise these targets, so they are sent as raw bytes. */
describe('createApp, with a request target that is not normalised', () => {
  let server: LocalServer;
  let port: number;

  before(async () => {
    server = await startServer();
    port = server.port;
  });

  after(() => server.stop());

  const [product2] = fixtureProducts;
  const notFound = { error: 'Not found' };
  const productNotFound = { error: 'Product not found' };
  const rows: [target: string, status: number, json: unknown][] = [
    ['/api/products?', 404, notFound],
    ['/api/products#', 404, notFound],
    ['/api/products#x', 404, notFound],
    ['/api/products\\', 404, notFound],
    ['/api/./products', 404, notFound],
    ['/api/x/../products', 404, notFound],
    ['/api\\products', 404, notFound],
    ['//user@[#', 404, notFound],
    ['*', 404, notFound],
    ['/api/products/../products', 404, productNotFound],
    ['/api/products/.', 404, productNotFound],
    ['/api/products/..', 404, productNotFound],
    ['/api/products/2#', 404, productNotFound],
    ['/api/products/2#/2', 200, product2],
    ['/api/products/x/../2', 200, product2],
    ['/api/products/2?#/9', 200, product2],
    ['http://shop.example/api/products', 200, fixtureProducts],
    ['HTTP://SHOP.EXAMPLE:80/api/products', 200, fixtureProducts],
    ['https://[::1]:3000/api/products', 200, fixtureProducts],
    ['http://shop.example/api/products/2?v=9', 200, product2],
    ['http://shop.example/api/products/9', 404, productNotFound],
    ['http://shop.example/api/products?', 404, notFound],
    ['http://shop.example//api/products', 404, notFound],
    ['http://shop.example/', 404, notFound],
    ['http://shop.example', 404, notFound],
    ['http://[', 404, notFound],
  ];
  for (const [target, status, json] of rows) {
    it(`GET ${target}: ${status}`, async () => {
      expectContract(await request(port, 'GET', target), 'GET', { status, json });
    });
  }

  it('agrees with the contract for any method and request target', async () => {
    const method = fc.oneof(
      { weight: 4, arbitrary: fc.constant('GET') },
      fc.constantFrom('HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PURGE'),
    );
    const start = fc.constantFrom(
      ...words('/ //api/ /api/products /api/products/ /api/products/2 /API/products/'),
      ...words(
        'http://shop.example HTTPS://shop.example:8443/api/products http://[::1]/api/products/',
      ),
    );
    const piece = fc.constantFrom(
      ...words('/ // . .. /./ ? # % %32 %2F %2f2 + - ; & = :'),
      ...words('api products /api/products PRODUCTS __proto__ constructor NaN Infinity'),
      ...words('0 1 2 02 2.0 200 9 e E x 0x 0b n _ ~'),
    );
    const pieces = fc.array(piece, { maxLength: 6 }).map((list) => list.join(''));
    const target = fc
      .tuple(start, pieces)
      // A slash ends an authority without a path, so that the tail is not part of it.
      .map(([head, tail]) => (/^http:..[^/]*$/.test(head) ? `${head}/${tail}` : head + tail));

    await fc.assert(
      fc.asyncProperty(method, target, async (verb, url) => {
        const expected = answerByContract(verb, url, fixtureProducts);
        expectContract(await request(port, verb, url), verb, expected);
      }),
      { numRuns: 2000 },
    );
  });
});

function words(list: string): string[] {
  return list.split(' ');
}
