import Koa from 'koa';
import type { ProductCatalog } from '../../domain/product-catalog.ts';
import { catalogRoutes } from './catalog-routes.ts';

const NOT_FOUND = JSON.stringify({ error: 'Not found' });
const INTERNAL_SERVER_ERROR = JSON.stringify({ error: 'Internal server error' });

/** What an absolute-form target has before its origin-form (RFC 9112, 3.2.2; RFC 9110, 4.2). */
const SCHEME_AND_AUTHORITY = /^https?:\/\/[^/?#]+/i;

/**
 * The driving adapter: a Koa application that answers HTTP requests from `catalog`. The response depends
 * only on the method and the target of the request, not on its header fields. It opens no socket.
 * @param onError called with each exception that became a 500 without details, after the response was written
 */
export function createApp(catalog: ProductCatalog, onError: (error: Error) => void): Koa {
  const app = new Koa();
  // Koa would print an error for each client that disconnects during its response.
  app.silent = true;
  // The router compares this with its routes. The contract wants the whole target in origin-form; Koa's own
  // `path` omits the query, and throws for a target like `//user@[#`.
  Object.defineProperty(app.request, 'path', {
    get(this: Koa.Request) {
      return String(this.req.url).replace(SCHEME_AND_AUTHORITY, '');
    },
  });
  app.use(async (ctx, next) => {
    // Not `ctx.type`, which would add a charset; application/json has no such parameter (RFC 8259, 11).
    ctx.set('Content-Type', 'application/json');
    ctx.set('Access-Control-Allow-Origin', '*');
    try {
      // The contract knows only GET. The router would also answer HEAD.
      if (ctx.method === 'GET') await next();
      // No route has answered.
      if (ctx.body === undefined) {
        ctx.status = 404;
        // For HEAD, Koa would still send the Content-Length of this body. It must be the one for GET (RFC
        // 9110, 8.6), which may have another body.
        if (ctx.method !== 'HEAD') ctx.body = NOT_FOUND;
      }
    } catch (thrown) {
      ctx.status = 500;
      ctx.body = INTERNAL_SERVER_ERROR;
      const isError = thrown instanceof Error;
      const error = isError ? thrown : new Error('Non-error thrown', { cause: thrown });
      // Not at once, so that the client gets its 500 whatever `onError` does.
      setImmediate(onError, error);
    }
  });
  app.use(catalogRoutes(catalog));
  return app;
}
