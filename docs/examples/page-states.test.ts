// @vitest-environment jsdom
// Tests the states of a page with Vitest and jsdom: loading, the list, no products, one product, and
// an error.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHandler, MemoryCatalog, type Product } from 'product-catalogue';
import { afterAll, afterEach, expect, test, vi } from 'vitest';

// These two functions stand for your page's script, which you would import here.
async function showProducts(element: HTMLElement): Promise<void> {
  element.textContent = 'Loading…';
  const response = await fetch('/api/products');
  // A proxy's own errors are not JSON.
  if (!response.ok) {
    element.textContent = 'The products could not be loaded.';
    return;
  }
  const products = (await response.json()) as Product[];
  const texts = products.map(({ name, price }) => `${name}: ${price}`);
  element.textContent = texts.join(', ') || 'No products';
}

async function showProduct(element: HTMLElement, id: number): Promise<void> {
  const response = await fetch(`/api/products/${id}`);
  if (!response.ok) {
    element.textContent =
      response.status === 404 ? 'No such product' : 'The product could not be loaded.';
    return;
  }
  const { name, price } = (await response.json()) as Product;
  element.textContent = `${name}: ${price}`;
}

const tea: Product = { id: 7, name: 'Assam, loose leaf', price: 12.5 };
const strainer: Product = { id: 8, name: 'Tea strainer', price: 9 };
const catalog = new MemoryCatalog([tea, strainer]);
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

// A stubbed answer that nobody has asked for must not reach the next test.
afterEach(() => vi.restoreAllMocks());

test('shows that it is loading, and then the list', async () => {
  let answer: (products: Product[]) => void = () => {};
  const list = vi
    .spyOn(catalog, 'list')
    .mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));

  const shown = showProducts(document.body);
  await vi.waitFor(() => expect(list).toHaveBeenCalled());
  expect(document.body.textContent).toBe('Loading…');

  answer([tea, strainer]);
  await shown;
  expect(document.body.textContent).toBe('Assam, loose leaf: 12.5, Tea strainer: 9');
});

test('says that there are no products', async () => {
  vi.spyOn(catalog, 'list').mockResolvedValueOnce([]);
  await showProducts(document.body);
  expect(document.body.textContent).toBe('No products');
});

test('shows an error', async () => {
  vi.spyOn(catalog, 'list').mockRejectedValueOnce(new Error('Fails on purpose'));
  await showProducts(document.body);
  expect(document.body.textContent).toBe('The products could not be loaded.');
});

test('shows one product', async () => {
  await showProduct(document.body, 8);
  expect(document.body.textContent).toBe('Tea strainer: 9');
});

test('says that there is no such product', async () => {
  await showProduct(document.body, 9);
  expect(document.body.textContent).toBe('No such product');
});
