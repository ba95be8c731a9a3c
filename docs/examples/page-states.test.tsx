// @vitest-environment jsdom
// Tests the states of a React component with Vitest, jsdom and Testing Library: loading, the list, no
// products, and an error.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cleanup, render, screen } from '@testing-library/react';
import { createHandler, MemoryCatalog, type Product } from 'product-catalogue';
import { useEffect, useState } from 'react';
import { afterAll, afterEach, test, vi } from 'vitest';

// This component stands for your own, which you would import here.
function Products() {
  const [products, setProducts] = useState<Product[] | 'loading' | 'failed'>('loading');
  useEffect(() => {
    async function load() {
      const response = await fetch('/api/products');
      // A proxy's own errors are not JSON.
      setProducts(response.ok ? await response.json() : 'failed');
    }
    // Without a response, such as when the service does not run, `fetch` throws.
    load().catch(() => setProducts('failed'));
  }, []);

  if (products === 'loading') return <p>Loading…</p>;
  if (products === 'failed') return <p>The products could not be loaded.</p>;
  if (products.length === 0) return <p>No products</p>;
  const items = products.map(({ id, name, price }) => <li key={id}>{`${name}: ${price}`}</li>);
  return <ul>{items}</ul>;
}

const catalog = new MemoryCatalog([
  { id: 7, name: 'Assam, loose leaf', price: 12.5 },
  { id: 8, name: 'Tea strainer', price: 9 },
]);
// By default, the service would print the error that a test causes.
const server = createServer(createHandler(catalog, { onError: () => {} }));
await once(server.listen(0, 'localhost'), 'listening');
afterAll(() => server.close());

// A page's relative URLs lead to its own origin. In the test, they lead to the server above.
const { port } = server.address() as AddressInfo;
const { fetch: fetchAbsolute } = globalThis;
vi.stubGlobal('fetch', (path: string, options?: RequestInit) =>
  fetchAbsolute(new URL(path, `http://localhost:${port}`), options),
);

afterEach(() => {
  // Without Vitest's `globals`, Testing Library does not do this by itself.
  cleanup();
  vi.restoreAllMocks();
});

test('shows that it is loading, and then the list', async () => {
  render(<Products />);
  screen.getByText('Loading…');
  await screen.findByText('Assam, loose leaf: 12.5');
  screen.getByText('Tea strainer: 9');
});

test('says that there are no products', async () => {
  vi.spyOn(catalog, 'list').mockResolvedValueOnce([]);
  render(<Products />);
  await screen.findByText('No products');
});

test('shows an error', async () => {
  vi.spyOn(catalog, 'list').mockRejectedValueOnce(new Error('Fails on purpose'));
  render(<Products />);
  await screen.findByText('The products could not be loaded.');
});
