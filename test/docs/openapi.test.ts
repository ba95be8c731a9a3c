import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';
import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';
import { SAMPLE_PRODUCTS } from '../../src/adapters/memory/sample-products.ts';
import { createServer } from '../../src/create-server.ts';
import { PRODUCT_FIELDS } from '../../src/domain/product.ts';
import { expectContract } from '../support/contract.ts';
import { Servers } from '../support/local-server.ts';
import { exchangeOne, request, requestText, WITHOUT_HOST } from '../support/raw-http.ts';

/** Bytes that get each error if the list cannot be read. */
const errors: Record<string, string> = {
  400: WITHOUT_HOST,
  404: requestText('GET', '/', 'Connection: close'),
  408: 'GET',
  431: requestText('GET', '/', `X: ${'x'.repeat(17_000)}`),
  500: requestText('GET', '/api/products', 'Connection: close'),
};

/**
 * The package hands the contract's document out, and programs read it: its examples are what the
 * service answers. `npm run lint:openapi` checks that they fit the schemas.
 */
describe('docs/openapi.yaml', () => {
  const read = () => parse(readFileSync('docs/openapi.yaml', 'utf8'));
  const servers = new Servers();

  it('shows what the service answers', async () => {
    const { paths, components } = read();
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
    const { properties, required } = read().components.schemas.Product;
    expect(Object.keys(properties)).to.deep.equal(PRODUCT_FIELDS);
    expect(required).to.deep.equal(PRODUCT_FIELDS);
  });

  for (const [status, bytes] of Object.entries(errors)) {
    it(`has the text of the service for ${status}`, async () => {
      const named = RegExp(`${status}\\s+and\\s+\`(.*?)\``).exec(read().info.description);
      const [, body = ''] = named ?? expect.fail('the description does not name it');
      const list = () => Promise.reject(new Error('out of tea'));
      const findById = async () => undefined;
      const server = createServer({ list, findById }, { onError: () => {} });
      if (status === '408') server.headersTimeout = 1;
      const { port } = await servers.listen(server);
      const response = await exchangeOne(port, bytes);
      expectContract(response, 'GET', { status: Number(status), json: JSON.parse(body) });
    });
  }
});
