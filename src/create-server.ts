import type { RequestListener } from 'node:http';
import { createHandler, type HandlerOptions } from './adapters/http/create-handler.ts';
import { formatErrorResponse } from './adapters/http/response-format.ts';
import type { ProductCatalog } from './domain/product-catalog.ts';
import type { OnResponse } from './http-server/access-log.ts';
import { GracefulServer } from './http-server/graceful-server.ts';
import type { Limits } from './http-server/limits.ts';

/** The options of `createServer`. */
export interface ServerOptions extends HandlerOptions {
  /** Changes to the default limits. */
  readonly limits?: Partial<Limits>;
  /**
   * Called with each response, for an access log. Default: not called. If it throws, the error
   * becomes an uncaught exception.
   */
  readonly onResponse?: OnResponse;
  /**
   * How many milliseconds each request waits before it is handled, as on a slow network; for
   * development. Default: 0. Errors that the server sends itself do not wait.
   */
  readonly delay?: number;
}

/**
 * The whole service as a server that does not listen yet.
 * @throws {RangeError} if a limit is not in its range, which `Limits` gives
 */
export function createServer(
  catalog: ProductCatalog,
  { limits, onResponse, delay = 0, ...options }: ServerOptions = {},
): GracefulServer {
  const handler = createHandler(catalog, options);
  const listener: RequestListener =
    delay === 0 ? handler : (request, response) => setTimeout(handler, delay, request, response);
  return new GracefulServer(listener, formatErrorResponse, limits, onResponse);
}
