import type { RequestListener } from 'node:http';
import { createApp } from './adapters/http/app.ts';
import { sendError } from './adapters/http/response-format.ts';
import type { ProductCatalog } from './domain/product-catalog.ts';
import { describeValue } from './domain/wording.ts';
import type { AccessLogEntry } from './http-server/access-log-entry.ts';
import type { Limits } from './http-server/limits.ts';
import { createStoppableServer, type StoppableServer } from './http-server/stoppable-server.ts';

export interface HandlerOptions {
  /**
   * Called with each exception that became a 500, after that has been written. Default: `console.error`. An error that
   * it throws is an uncaught exception; the response is sent all the same.
   */
  readonly onError?: (error: Error) => void;
}

export interface ServerOptions extends HandlerOptions {
  /** Changes to the default limits. */
  readonly limits?: Partial<Limits>;
  /**
   * Called for each response once it has been sent, or the client has disconnected. Default: nothing. What is said of an
   * error that `onError` throws is so here, too.
   */
  readonly onResponse?: (entry: AccessLogEntry) => void;
}

type OptionTypes = Readonly<Record<string, 'function' | 'object'>>;

const handlerOptions: OptionTypes = { onError: 'function' };
const serverOptions: OptionTypes = { ...handlerOptions, limits: 'object', onResponse: 'function' };

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
    const example = 'with list() and findById(id), such as new MemoryCatalog(products)';
    throw new TypeError(`expected a ProductCatalog, ${example}, got ${describeValue(catalog)}`);
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

/** @param types of the options that there are */
function checkOptions(options: object, types: OptionTypes): void {
  checkType('options', options, 'object');
  for (const [name, value] of Object.entries(options)) {
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    if (type === undefined) {
      const hint = name === 'port' || name === 'host' ? '; call server.listen({ port, host })' : '';
      throw new TypeError(`${name}: no such option${hint}`);
    }
    if (value !== undefined) checkType(name, value, type);
  }
}

function checkType(name: string, value: unknown, type: 'function' | 'object'): void {
  if (typeof value === type && value !== null && !Array.isArray(value)) return;
  const expected = type === 'function' ? 'a function' : 'an object';
  throw new TypeError(`${name}: expected ${expected}, got ${describeValue(value)}`);
}
