import type { RequestListener } from 'node:http';
import type Koa from 'koa';
import type { ProductCatalog } from '../../domain/product-catalog.ts';
import { createApp } from './app.ts';
import type { Answer } from './server/answer.ts';
import type { StoppableServer } from './server/close-server.ts';
import type { Limits } from './server/limits.ts';
import { createStoppableServer } from './server/stoppable-server.ts';

export interface HandlerOptions {
  /** Is given each exception that was answered with a 500; `console.error` by default. */
  readonly onError?: (error: Error) => void;
}

export interface ServerOptions extends HandlerOptions {
  /** Changes to the default limits. */
  readonly limits?: Partial<Limits>;
  /** Is told of each answer when it is sent, or the client has left. */
  readonly onAnswer?: (answer: Answer) => void;
}

/**
 * The contract as a request listener, for a `node:http` server or a test client that you have. It
 * answers what reaches it; `createServer` also answers what Node would answer by itself.
 * @throws {TypeError} when `catalog` is not a catalogue
 */
export function createHandler(
  catalog: ProductCatalog,
  { onError = console.error }: HandlerOptions = {},
): RequestListener {
  const app = createApp(catalog);
  app.on('error', (error: Error, ctx: Koa.Context) => {
    // Once the whole answer is handed over, only the client can fail: it may leave when it likes.
    if (!ctx.headerSent) onError(error);
  });
  return app.callback();
}

/**
 * The whole service as a server that does not listen yet.
 * @throws {TypeError} when `catalog` is not a catalogue, or for a limit that has no such name or value
 */
export function createServer(
  catalog: ProductCatalog,
  { limits, onAnswer, ...options }: ServerOptions = {},
): StoppableServer {
  return createStoppableServer(createHandler(catalog, options), limits, onAnswer);
}
