import type { RequestListener } from 'node:http';
import { createApp } from './adapters/http/app.ts';
import { sendError } from './adapters/http/response-format.ts';
import type { ProductCatalog } from './domain/product-catalog.ts';
import { describeValue } from './domain/wording.ts';
import type { AccessLogEntry } from './http-server/access-log-entry.ts';
import type { Limits } from './http-server/limits.ts';
import { createStoppableServer, type StoppableServer } from './http-server/stoppable-server.ts';

/** An error thrown in `onError` or `onResponse` becomes an uncaught exception; the response is sent all the same. */
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

/** What each option must be, as `describeValue` calls it. */
const handlerOptions = { onError: 'a function' };
const serverOptions = { ...handlerOptions, limits: 'an object', onResponse: 'a function' };

/**
 * The contract as a request listener, for your own `node:http` server or test client. Only `createServer`
 * also covers what never reaches a request listener, such as malformed requests.
 * @throws {TypeError} if `catalog` is not a ProductCatalog, or an option is unknown or of the wrong type
 */
export function createHandler(
  catalog: ProductCatalog,
  options: HandlerOptions = {},
): RequestListener {
  checkOptions(options, handlerOptions);
  if (typeof catalog?.list !== 'function' || typeof catalog.findById !== 'function') {
    throw new TypeError('expected a ProductCatalog, with list() and findById(id)');
  }
  return createApp(catalog, options.onError ?? console.error).callback();
}

/**
 * The whole service as a server that does not listen yet.
 * @throws {TypeError} as `createHandler`
 * @throws {RangeError} if there is no such limit, or it is out of its range
 */
export function createServer(
  catalog: ProductCatalog,
  options: ServerOptions = {},
): StoppableServer {
  checkOptions(options, serverOptions);
  const { limits, onResponse, ...rest } = options;
  return createStoppableServer(createHandler(catalog, rest), sendError, limits, onResponse);
}

function checkOptions(options: object, expected: Record<string, string>): void {
  if (describeValue(options) !== 'an object') {
    throw new TypeError(`options: expected an object, got ${describeValue(options)}`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(expected, name)) throw new TypeError(`${name}: no such option`);
    if (value !== undefined && describeValue(value) !== expected[name]) {
      throw new TypeError(`${name}: expected ${expected[name]}, got ${describeValue(value)}`);
    }
  }
}
