import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sampleProducts } from '../../../src/adapters/memory/sample-products.ts';
import { createHandler, MemoryCatalog, type Product } from '../../../src/index.ts';

/** Starts a server, which lasts until the test run ends. @returns its origin */
export async function serve(listener: RequestListener, address = '127.0.0.1'): Promise<string> {
  const server = createServer(listener).listen(0, address).unref();
  await once(server, 'listening');
  return `http://${address}:${(server.address() as AddressInfo).port}`;
}

/** Starts the service in this process. */
export function serveProducts(products: readonly Product[] = sampleProducts): Promise<string> {
  return serve(createHandler(new MemoryCatalog(products)));
}

/** Starts a server of another kind, which pages on any origin may read. */
export function serveHtml(status: number, body: string): Promise<string> {
  const fields = { 'Content-Type': 'text/html', 'Access-Control-Allow-Origin': '*' };
  return serve((_, response) => response.writeHead(status, fields).end(body));
}

/** Starts a server that disconnects each client, and is the service as soon as `isUp` is set. */
export async function serveLater(): Promise<{ origin: string; isUp: boolean }> {
  const handler = createHandler(new MemoryCatalog(sampleProducts));
  const service = { origin: '', isUp: false };
  service.origin = await serve((request, response) => {
    if (service.isUp) handler(request, response);
    else request.destroy();
  });
  return service;
}
