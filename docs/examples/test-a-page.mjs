// Tests the script of a page against the service, with products that only the test has, on a free
// port.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { createHandler, MemoryCatalog } from 'product-catalogue';

// This function stands for your page's script, which you would import here. It asks its own origin,
// as behind a development server's proxy.
async function textFor(id) {
  const response = await fetch(`/api/products/${id}`);
  // A proxy's own errors are not JSON.
  if (!response.ok) return `The product could not be loaded (status ${response.status}).`;
  const { name, price } = await response.json();
  return `${name}: ${price}`;
}

const catalog = new MemoryCatalog([{ id: 7, name: 'Assam, loose leaf', price: 12.5 }]);
// A test needs no graceful stop, so a plain server will do.
const server = createServer(createHandler(catalog));
await once(server.listen(0, 'localhost'), 'listening');
after(() => server.close());

// A page has an origin, and Node.js has none: its `fetch` takes no relative URL.
const origin = `http://localhost:${server.address().port}`;
const { fetch: fetchAbsolute } = globalThis;
globalThis.fetch = (path, options) => fetchAbsolute(new URL(path, origin), options);

test('shows the name and the price of a product', async () => {
  assert.equal(await textFor(7), 'Assam, loose leaf: 12.5');
});

test('shows an error if there is no such product', async () => {
  assert.equal(await textFor(8), 'The product could not be loaded (status 404).');
});
