import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import type { ProductCatalog } from '../../domain/product-catalog.ts';
import {
  ERROR_MESSAGES,
  errorBody,
  PRODUCT_NOT_FOUND_MESSAGE,
  RESPONSE_HEADERS,
  serializeList,
  serializeProduct,
} from './response-format.ts';

/** The target of the list has no query: `/api/products?page=2` is another target. */
const LIST_TARGET = /^\/api\/products$/;
/** Captures the last segment of the path, at any depth. A query may follow. */
const PRODUCT_TARGET = /^\/api\/products\/(?:[^?]*\/)?([^/?]*)/;

/** The scheme and the authority of a target in absolute-form (RFC 9112, 3.2.2; RFC 9110, 4.2). */
const SCHEME_AND_AUTHORITY = /^https?:\/\/[^/?#]+/i;

/** The options of `createHandler`. */
export interface HandlerOptions {
  /**
   * Called with each exception that became a 500, after the 500 has been written. Default:
   * `console.error`. If it throws, the error becomes an uncaught exception.
   */
  readonly onError?: (error: unknown) => void;
}

/**
 * The driving adapter: a request listener, with Koa inside, that answers from `catalog`, for your
 * own `node:http` server or test client. The status and the body depend only on the method and the
 * target of the request, not on its header fields. A malformed request never reaches a request
 * listener: Node answers it with an empty body, but a server of `createServer` answers it in JSON.
 */
export function createHandler(
  catalog: ProductCatalog,
  { onError = console.error }: HandlerOptions = {},
): RequestListener {
  const app = new Koa();
  // Koa would print an error for each connection that is reset during a response.
  app.silent = true;
  // The router reads `ctx.path`, but the routes match the whole target. Koa's own path lacks the
  // query, and throws for targets such as `//user@[#`.
  Object.defineProperty(app.context, 'path', {
    get(this: Koa.Context) {
      return this.url.replace(SCHEME_AND_AUTHORITY, '');
    },
  });
  app.use(async (ctx, next) => {
    ctx.set(RESPONSE_HEADERS);
    try {
      // The contract knows only GET. The router would also answer HEAD.
      if (ctx.method === 'GET') await next();
      // The method is not GET, or no route matches the target.
      if (ctx.body === undefined) {
        ctx.status = 404;
        // For HEAD, Koa would drop this body, but still send its length. RFC 9110 (8.6) allows only
        // the length that GET would get.
        if (ctx.method !== 'HEAD') ctx.body = errorBody(ERROR_MESSAGES[404]);
      }
    } catch (error) {
      ctx.status = 500;
      ctx.body = errorBody(ERROR_MESSAGES[500]);
      // This call comes later, so that the client gets its 500 even if `onError` throws.
      setImmediate(onError, error);
    }
  });
  app.use(catalogRoutes(catalog));
  return app.callback();
}

/** The routes of the contract. For any other target, the middleware before them answers 404. */
function catalogRoutes(catalog: ProductCatalog): ReturnType<Router['routes']> {
  const router = new Router();

  router.get(LIST_TARGET, async (ctx) => {
    ctx.body = serializeList(await catalog.list());
  });

  router.get(PRODUCT_TARGET, async (ctx) => {
    const segment = ctx.captures?.[0];
    // By the contract, the segment is converted to a number, so `02` and `0x2` are product 2, too.
    // An empty segment is no id, though it would become 0, which may be the id of a product.
    const product = segment ? await catalog.findById(Number(segment)) : undefined;
    ctx.status = product ? 200 : 404;
    ctx.body = product ? serializeProduct(product) : errorBody(PRODUCT_NOT_FOUND_MESSAGE);
  });
  return router.routes();
}
