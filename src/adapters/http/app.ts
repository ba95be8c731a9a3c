import Router from '@koa/router';
import Koa from 'koa';
import type { ProductCatalog } from '../../domain/product-catalog.ts';
import { listJson, productJson } from './product-json.ts';
import { errorBody, HEADERS, MESSAGES, PRODUCT_NOT_FOUND } from './response-format.ts';

/** The list has no query: `/api/products?page=2` is another target. */
const LIST = /^\/api\/products$/;
/** Captures the last segment of the path, at any depth. A query may follow. */
const PRODUCT = /^\/api\/products\/(?:[^?]*\/)?([^/?]*)/;

/** The scheme and the authority of a target in absolute-form (RFC 9112, 3.2.2; RFC 9110, 4.2). */
const SCHEME_AND_AUTHORITY = /^https?:\/\/[^/?#]+/i;

/**
 * The driving adapter: a Koa application that answers HTTP requests from `catalog`. The response
 * depends only on the method and the target of the request, not on its header fields. It opens no
 * socket.
 * @param onError called with each exception that was answered with 500, after the response was
 * written
 */
export function createApp(catalog: ProductCatalog, onError: (error: unknown) => void): Koa {
  const app = new Koa();
  // Koa would print an error for each client that disconnects during its response.
  app.silent = true;
  // The router matches `path`, and the routes have to see the query. Koa's own `path` omits it, and
  // throws for targets such as `//user@[#`. This one is the whole target in origin-form.
  Object.defineProperty(app.request, 'path', {
    get(this: Koa.Request) {
      return String(this.req.url).replace(SCHEME_AND_AUTHORITY, '');
    },
  });
  app.use(async (ctx, next) => {
    ctx.set(HEADERS);
    try {
      // The contract knows only GET. The router would also answer HEAD.
      if (ctx.method === 'GET') await next();
      if (ctx.body === undefined) {
        ctx.status = 404;
        // For HEAD, Koa would drop this body, but still send its length. RFC 9110 (8.6) allows only
        // the length that GET would get.
        if (ctx.method !== 'HEAD') ctx.body = errorBody(MESSAGES[404]);
      }
    } catch (error) {
      ctx.status = 500;
      ctx.body = errorBody(MESSAGES[500]);
      // Later, so that the client gets its 500 even if `onError` throws.
      setImmediate(onError, error);
    }
  });
  app.use(catalogRoutes(catalog));
  return app;
}

/** The routes of the contract. For any other target, the middleware before them answers 404. */
function catalogRoutes(catalog: ProductCatalog): ReturnType<Router['routes']> {
  const router = new Router();

  router.get(LIST, (ctx) => {
    ctx.body = listJson(catalog.list());
  });

  router.get(PRODUCT, (ctx) => {
    const segment = ctx.captures?.[0];
    // By the contract, the segment is converted to a number, so `02` and `0x2` are product 2, too.
    // An empty segment would become 0, which may be the id of a product; but it is not an id.
    const product = segment ? catalog.findById(Number(segment)) : undefined;
    ctx.status = product ? 200 : 404;
    ctx.body = product ? productJson(product) : errorBody(PRODUCT_NOT_FOUND);
  });
  return router.routes();
}
