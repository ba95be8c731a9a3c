import type { RequestListener } from 'node:http';
import {
  createHandler,
  failingHandler,
  type HandlerOptions,
} from './adapters/http/create-handler.ts';
import { formatErrorResponse } from './adapters/http/response-format.ts';
import type { ProductCatalog } from './domain/product-catalog.ts';
import type { OnResponse } from './graceful-server/access-log.ts';
import { GracefulServer } from './graceful-server/graceful-server.ts';

/** The options of `createServer`. */
export interface ServerOptions extends HandlerOptions {
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
  /**
   * The percentage of requests that get 500, at random and after the delay, so that you can see
   * what a page makes of it; for development. Default: 0. `onError` is not called.
   */
  readonly fail?: number;
}

/**
 * The whole service as a server that does not listen yet. To change one of its limits, set the
 * property of `http.Server`: `server.keepAliveTimeout = 120_000`.
 */
export function createServer(
  catalog: ProductCatalog,
  { onResponse, delay = 0, fail = 0, ...options }: ServerOptions = {},
): GracefulServer {
  const handler = createHandler(catalog, options);
  const listener: RequestListener = (request, response) => {
    const respond = Math.random() * 100 < fail ? failingHandler : handler;
    if (delay === 0) respond(request, response);
    else setTimeout(respond, delay, request, response);
  };
  return new GracefulServer(listener, formatErrorResponse, { onResponse });
}
