import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';
import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';
import { SAMPLE_PRODUCTS } from '../../src/adapters/memory/sample-products.ts';
import { createServer } from '../../src/create-server.ts';
import { PRODUCT_FIELDS } from '../../src/domain/product.ts';
import { expectContract } from '../support/contract.ts';
import { Servers } from '../support/local-server.ts';
import { exchangeOne, request, requestText, UNKNOWN_METHOD } from '../support/raw-http.ts';

/** Bytes that get each error from a service whose list cannot be read. */
const errors: Record<string, string> = {
  400: 'GET / FTP/1.1\r\n\r\n',
  404: UNKNOWN_METHOD,
  408: 'GET',
  431: requestText('GET', '/', `X: ${'x'.repeat(17_000)}`),
  500: requestText('GET', '/api/products', 'Connection: close'),
};

/**
 * The package hands the contract's document out, and programs read it. `npm run lint:openapi` checks
 * that its examples fit its schemas.
 */
describe('docs/openapi.yaml', () => {
  const { info, paths, components } = parse(readFileSync('docs/openapi.yaml', 'utf8'));
  const servers = new Servers();

  it('shows what the service answers', async () => {
    const list = paths['/api/products'].get;
    const product = paths['/api/products/{id}'].get;
    const examples = [
      ['/api/products', 200, list.responses[200]],
      [`/api/products/${product.parameters[0].example}`, 200, product.responses[200]],
      ['/api/products?page=2', 404, components.responses.NotFound],
      ['/api/products/9', 404, components.responses.ProductNotFound],
    ];
    const { port } = await servers.listen(createServer(new MemoryCatalog(SAMPLE_PRODUCTS)));
    for (const [target, status, { content }] of examples) {
      const json = content['application/json'].example;
      expectContract(await request(port, 'GET', target), 'GET', { status, json });
    }
  });

  it('has the fields of a product', () => {
    const { properties, required } = components.schemas.Product;
    expect(Object.keys(properties)).to.deep.equal(PRODUCT_FIELDS);
    expect(required).to.deep.equal(PRODUCT_FIELDS);
  });

  for (const [status, bytes] of Object.entries(errors)) {
    it(`has the text that the service sends with ${status}`, async () => {
      const [, body = ''] = RegExp(`${status}\\s+and\\s+\`(.*?)\``).exec(info.description) ?? [];
      const fail = () => Promise.reject(new Error('Fails on purpose'));
      const server = createServer({ list: fail, findById: fail }, { onError: () => {} });
      if (status === '408') server.headersTimeout = 1;
      const { port } = await servers.listen(server);
      const response = await exchangeOne(port, bytes);
      expectContract(response, 'GET', { status: Number(status), json: JSON.parse(body) });
    });
  }
});
