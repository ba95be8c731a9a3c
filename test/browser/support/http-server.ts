import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seedProducts } from '../../../src/adapters/memory/seed-products.ts';
import { createHandler, MemoryCatalog, type Product } from '../../../src/product-catalogue.ts';

/**
 * Starts a server, which lasts until the test run ends.
 * @returns its origin, which differs from that of any other server
 */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts the service in this process. */
export function serveProducts(products: readonly Product[] = seedProducts): Promise<string> {
  return serve(createHandler(new MemoryCatalog(products)));
}
