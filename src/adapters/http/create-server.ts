import type { RequestListener } from 'node:http';
import type Koa from 'koa';
import type { ProductCatalog } from '../../domain/product-catalog.ts';
import { createApp } from './app.ts';
import type { Answer } from './server/answer.ts';
import type { StoppableServer } from './server/close-server.ts';
import type { Limits } from './server/limits.ts';
import { createStoppableServer } from './server/stoppable-server.ts';

export interface HandlerOptions {
  /** Called with each exception that became a 500; `console.error` by default. */
  readonly onError?: (error: Error) => void;
}

export interface ServerOptions extends HandlerOptions {
  /** Changes to the default limits. */
  readonly limits?: Partial<Limits>;
  /** Called for each response when it has been sent, or the client has disconnected. */
  readonly onAnswer?: (answer: Answer) => void;
}

/**
 * The contract as a request listener, for your own `node:http` server or test client. Only `createServer`
 * also covers what never reaches a request listener, such as malformed requests.
 * @throws {TypeError} if `catalog` is not a ProductCatalog
 */
export function createHandler(
  catalog: ProductCatalog,
  { onError = console.error }: HandlerOptions = {},
): RequestListener {
  const app = createApp(catalog);
  app.on('error', (error: Error, ctx: Koa.Context) => {
    // After the headers are sent, the only possible error is that the client has disconnected.
    if (!ctx.headerSent) onError(error);
  });
  return app.callback();
}

/**
 * The whole service as a server that does not listen yet.
 * @throws {TypeError} if `catalog` is not a ProductCatalog, or a limit has an unknown name or invalid value
 */
export function createServer(
  catalog: ProductCatalog,
  { limits, onAnswer, ...options }: ServerOptions = {},
): StoppableServer {
  return createStoppableServer(createHandler(catalog, options), limits, onAnswer);
}
