import type { RequestListener } from 'node:http';
import { createApp } from './adapters/http/app.ts';
import { sendError } from './adapters/http/response-format.ts';
import type { ProductCatalog } from './domain/product-catalog.ts';
import { show } from './domain/show.ts';
import type { AccessLogEntry } from './http-server/access-log-entry.ts';
import type { Limits } from './http-server/limits.ts';
import { createStoppableServer, type StoppableServer } from './http-server/stoppable-server.ts';

/** An error that one of these functions throws becomes an uncaught exception; the connection goes on. */
export interface HandlerOptions {
  /** Called with each exception that became a 500, after that has been written. Default: `console.error`. */
  readonly onError?: (error: Error) => void;
}

export interface ServerOptions extends HandlerOptions {
  /** Changes to the default limits. */
  readonly limits?: Partial<Limits>;
  /** Called for each response once it has been sent, or the client has disconnected. Default: nothing. */
  readonly onResponse?: (entry: AccessLogEntry) => void;
}

/**
 * The contract as a request listener, for your own `node:http` server or test client. Only `createServer`
 * also covers what never reaches a request listener, such as malformed requests.
 * @throws {TypeError} if `catalog` is not a ProductCatalog, or `onError` not a function
 */
export function createHandler(
  catalog: ProductCatalog,
  { onError = console.error }: HandlerOptions = {},
): RequestListener {
  if (typeof catalog?.list !== 'function' || typeof catalog.findById !== 'function') {
    throw new TypeError('expected a ProductCatalog, with list() and findById(id)');
  }
  if (typeof onError !== 'function') {
    throw new TypeError(`onError: expected a function, got ${show(onError)}`);
  }
  return createApp(catalog, onError).callback();
}

/**
 * The whole service as a server that does not listen yet.
 * @throws {TypeError} if `catalog` is not a ProductCatalog, or `onError` not a function
 * @throws {RangeError} if there is no such limit, or it is out of its range
 */
export function createServer(
  catalog: ProductCatalog,
  { limits, onResponse, ...options }: ServerOptions = {},
): StoppableServer {
  return createStoppableServer(createHandler(catalog, options), sendError, limits, onResponse);
}
