import Koa from 'koa';
import type { ProductCatalog } from '../../domain/product-catalog.ts';
import { catalogRoutes } from './catalog-routes.ts';
import { originForm } from './origin-form.ts';

const NOT_FOUND = JSON.stringify({ error: 'Not found' });
const INTERNAL_SERVER_ERROR = JSON.stringify({ error: 'Internal server error' });

/**
 * The driving adapter: a Koa application that answers HTTP requests from `catalog`. The answer
 * depends on the method and the target of the request, and on no field. It opens no socket.
 *
 * An exception inside is answered with a 500 that says nothing of it; the error itself is emitted as
 * the application's `error` event, for the operator.
 * @throws {TypeError} when `catalog` is not a catalogue
 */
export function createApp(catalog: ProductCatalog): Koa {
  if (typeof catalog?.list !== 'function' || typeof catalog.findById !== 'function') {
    throw new TypeError('createApp: expected a ProductCatalog, with list() and findById(id)');
  }
  const app = new Koa();
  // The contract compares the target byte for byte. Koa's own `path` is without the query, and throws
  // on a target like `//user@[#`.
  Object.defineProperty(app.request, 'path', {
    get(this: Koa.Request) {
      return originForm(String(this.req.url));
    },
  });
  app.use(answerErrors);
  app.use(catalogRoutes(catalog));
  app.use(answerNotFound);
  return app;
}

const answerErrors: Koa.Middleware = async (ctx, next) => {
  // Exactly so: RFC 8259, 11 knows no charset, which `ctx.type` would add.
  ctx.set('Content-Type', 'application/json');
  ctx.set('Access-Control-Allow-Origin', '*');
  try {
    await next();
  } catch (thrown) {
    ctx.status = 500;
    ctx.body = INTERNAL_SERVER_ERROR;
    const error =
      thrown instanceof Error ? thrown : new Error('Non-error thrown', { cause: thrown });
    ctx.app.emit('error', error, ctx);
  }
};

const answerNotFound: Koa.Middleware = (ctx) => {
  ctx.status = 404;
  // Koa would leave out the body of an answer to HEAD too, but announce its length, which has to be
  // that of the answer to GET (RFC 9110, 8.6): another one here.
  if (ctx.method !== 'HEAD') ctx.body = NOT_FOUND;
};
