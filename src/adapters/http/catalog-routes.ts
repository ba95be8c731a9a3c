import Router from '@koa/router';
import type { ProductCatalog } from '../../domain/product-catalog.ts';
import { listJson, productJson } from './product-json.ts';
import { errorJson } from './server/response-format.ts';

/**
 * `GET /api/products` without a query, and `GET /api/products/…/<id>` at any depth, its query ignored, as the
 * contract has it; others pass to the next middleware. `ctx.path` must be the whole target in origin-form.
 */
export function catalogRoutes(catalog: ProductCatalog): ReturnType<Router['routes']> {
  // Parameters would be decoded, so the handlers read the target themselves.
  const router = new Router({ sensitive: true, strict: true, ignoreCaptures: true });

  router.get('/api/products', (ctx) => {
    ctx.body = listJson(catalog.list());
  });

  router.get('/api/products/{*rest}', (ctx) => {
    const [path = ''] = ctx.path.split('?', 1);
    const segment = path.slice(path.lastIndexOf('/') + 1);
    // Number('') is 0, which may be the id of a product, but an empty segment is not an id.
    const product = segment === '' ? undefined : catalog.findById(Number(segment));
    ctx.status = product === undefined ? 404 : 200;
    ctx.body = product === undefined ? errorJson('Product not found') : productJson(product);
  });
  return router.routes();
}
