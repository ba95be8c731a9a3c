// Tests the script of a page with Vitest, against the service with products that only the test has.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHandler, MemoryCatalog, type Product } from 'product-catalogue';
import { afterAll, expect, test, vi } from 'vitest';

// This function stands for your page's script, which you would import here. It asks its own origin,
// as behind a development server's proxy.
async function textFor(id: number): Promise<string> {
  const response = await fetch(`/api/products/${id}`);
  // A proxy's own errors are not JSON.
  if (!response.ok) return `The product could not be loaded (status ${response.status}).`;
  const { name, price } = (await response.json()) as Product;
  return `${name}: ${price}`;
}

const catalog = new MemoryCatalog([{ id: 7, name: 'Assam, loose leaf', price: 12.5 }]);
// A test needs no graceful stop, so a plain server will do. Port 0 is any free port.
const server = createServer(createHandler(catalog));
await once(server.listen(0, 'localhost'), 'listening');
afterAll(() => server.close());

// A page's relative URLs lead to its own origin. In the test, they lead to the server above.
const { port } = server.address() as AddressInfo;
const { fetch: fetchAbsolute } = globalThis;
vi.stubGlobal('fetch', (path: string, options?: RequestInit) =>
  fetchAbsolute(new URL(path, `http://localhost:${port}`), options),
);

test('shows the name and the price of a product', async () => {
  expect(await textFor(7)).toBe('Assam, loose leaf: 12.5');
});

test('shows an error if there is no such product', async () => {
  expect(await textFor(8)).toBe('The product could not be loaded (status 404).');
});
