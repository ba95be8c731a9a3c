// Tests the script of a page against the service, with products that only the test has, on a free port.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { createHandler, MemoryCatalog } from 'product-catalogue';

// This function stands for your page's script, which you would import here.
async function textFor(id, url) {
  const response = await fetch(`${url}/api/products/${id}`);
  const body = await response.json();
  return response.ok ? `${body.name}: ${body.price}` : body.error;
}

const catalog = new MemoryCatalog([{ id: 7, name: 'Assam, loose leaf', price: 12.5 }]);
const server = createServer(createHandler(catalog));
await once(server.listen(0, 'localhost'), 'listening');
after(() => server.close());
const url = `http://localhost:${server.address().port}`;

test('shows the name and the price of a product', async () => {
  assert.equal(await textFor(7, url), 'Assam, loose leaf: 12.5');
});

test('shows the error if there is no such product', async () => {
  assert.equal(await textFor(8, url), 'Product not found');
});
