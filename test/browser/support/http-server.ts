import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
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

/** Starts a static server for the pages in `folder` and their style sheets. */
export function serveFolder(folder: URL): Promise<string> {
  return serve(({ url = '/' }, response) => {
    const file = new URL(`.${new URL(url, 'http://localhost').pathname}`, folder);
    const type = extname(file.pathname) === '.css' ? 'text/css' : 'text/html';
    response.setHeader('Content-Type', type);
    createReadStream(file).pipe(response);
  });
}

/** Starts the service in this process. */
export function serveProducts(products: readonly Product[] = seedProducts): Promise<string> {
  return serve(createHandler(new MemoryCatalog(products)));
}
