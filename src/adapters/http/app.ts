import Koa from 'koa';
import type { ProductCatalog } from '../../domain/product-catalog.ts';
import { answer, INTERNAL_SERVER_ERROR, NOT_FOUND } from './answer.ts';
import { catalogRoutes } from './catalog-routes.ts';

/**
 * The driving adapter: a Koa application that answers HTTP requests from `catalog`. The answer
 * depends on the method and the target of the request, and on no field. It opens no socket.
 *
 * What goes wrong inside is answered with a 500 that says nothing of it; the error itself is
 * emitted as the application's `error` event, for the operator.
 */
export function createApp(catalog: ProductCatalog): Koa {
  const app = new Koa();
  // In place of Koa's own, which forces text/plain and takes the fields of every answer away. Not
  // `next().catch()`, whose promise each request would pay for.
  app.context.onerror = answerError;
  app.use(setFields);
  app.use(catalogRoutes(catalog));
  app.use(answerNotFound);
  return app;
}

/** What holds for every answer: it is JSON, for a page of any origin. */
const setFields: Koa.Middleware = (ctx, next) => {
  // Exactly so: RFC 8259, 11 knows no charset, which `ctx.type` would add.
  ctx.res.setHeader('Content-Type', 'application/json');
  ctx.res.setHeader('Access-Control-Allow-Origin', '*');
  return next();
};

function answerError(this: Koa.Context, thrown: unknown): void {
  const isOver = this.headerSent || !this.writable;
  // So Koa tells of every response that is at its end; but what was thrown may be nothing, too.
  if (isOver && (thrown === null || thrown === undefined)) return;
  const error = thrown instanceof Error ? thrown : new Error('Non-error thrown', { cause: thrown });
  this.app.emit('error', error, this);
  if (isOver) return;
  answer(this, 500, INTERNAL_SERVER_ERROR);
  this.res.end(this.body);
}

const answerNotFound: Koa.Middleware = (ctx) => {
  answer(ctx, 404, NOT_FOUND);
};
