// @vitest-environment jsdom
// Tests the three states of a page with Vitest and jsdom: loading, the list, and an error.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHandler, type Product, type ProductCatalog } from 'product-catalogue';
import { afterAll, expect, test, vi } from 'vitest';

// This function stands for your page's script, which you would import here.
async function showProducts(element: HTMLElement): Promise<void> {
  element.textContent = 'Loading…';
  const response = await fetch('/api/products');
  // A proxy's own errors are not JSON.
  if (!response.ok) {
    element.textContent = 'The products could not be loaded.';
    return;
  }
  const products = (await response.json()) as Product[];
  element.textContent = products.map(({ name, price }) => `${name}: ${price}`).join(', ');
}

// Each test says what the list is.
const list = vi.fn<ProductCatalog['list']>();
const catalog: ProductCatalog = { list, findById: async () => undefined };
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

test('shows that it is loading, and then the list', async () => {
  let answer: (products: Product[]) => void = () => {};
  list.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));

  const shown = showProducts(document.body);
  await vi.waitFor(() => expect(list).toHaveBeenCalled());
  expect(document.body.textContent).toBe('Loading…');

  answer([{ id: 7, name: 'Assam, loose leaf', price: 12.5 }]);
  await shown;
  expect(document.body.textContent).toBe('Assam, loose leaf: 12.5');
});

test('shows an error', async () => {
  list.mockRejectedValueOnce(new Error('Fails on purpose'));
  await showProducts(document.body);
  expect(document.body.textContent).toBe('The products could not be loaded.');
});
