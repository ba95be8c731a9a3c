import { createHandler, type HandlerOptions } from './adapters/http/create-handler.ts';
import { formatError } from './adapters/http/response-format.ts';
import { type DelayAndFailOptions, delayAndFail } from './delay-and-fail.ts';
import type { ProductCatalog } from './domain/product-catalog.ts';
import type { OnResponse } from './graceful-server/access-log.ts';
import { GracefulServer } from './graceful-server/graceful-server.ts';

/**
 * The options of `createServer`. `delay` does not hold up errors that the server sends itself, and
 * `fail` does not call `onError`.
 */
export interface ServerOptions extends HandlerOptions, DelayAndFailOptions {
  /**
   * For an access log: called once for each request, when its response has been sent or its
   * connection has been closed. If it throws, the error becomes an uncaught exception.
   */
  readonly onResponse?: OnResponse;
}

/**
 * The whole service as a server that does not listen yet: the list at `/api/products`, and each
 * product at `/api/products/<id>`. To change a limit that is a property of `http.Server`, set this
 * property: `server.keepAliveTimeout = 120_000`.
 * @example
 * const server = createServer(new MemoryCatalog(await loadProducts('products.json')));
 * server.listen(3000);
 * process.once('SIGTERM', () => server.stop());
 */
export function createServer(
  catalog: ProductCatalog,
  { onResponse, ...options }: ServerOptions = {},
): GracefulServer {
  const listener = delayAndFail(createHandler(catalog, options), options);
  return new GracefulServer(listener, formatError, onResponse);
}
