import Router from '@koa/router';
import type { ProductCatalog } from '../../domain/product-catalog.ts';
import { answer, PRODUCT_NOT_FOUND } from './answer.ts';
import { originForm } from './origin-form.ts';
import { listJson, productJson } from './product-json.ts';

const LIST = '/api/products';
const PREFIX = `${LIST}/`;

/** `GET /api/products` and `GET /api/products/<id>`; any other request goes on to what follows. */
export function catalogRoutes(catalog: ProductCatalog): ReturnType<Router['routes']> {
  const router = new Router();

  router.get(new RegExp(`^${PREFIX}`), (ctx) => {
    const segment = lastSegment(ctx.newRouterPath ?? '');
    // Number('') is 0, and 0 may be the id of a product; but nothing is no id.
    const product = segment === '' ? undefined : catalog.findById(Number(segment));
    if (product === undefined) answer(ctx, 404, PRODUCT_NOT_FOUND);
    else answer(ctx, 200, productJson(product));
  });

  const route = router.routes();
  return (ctx, next) => {
    // Not the router's to say: it would answer HEAD with what it has for GET.
    if (ctx.req.method !== 'GET') return next();
    const target = originForm(ctx.req.url ?? '');
    // One comparison, where the router's work would show beside the sending of octets that are
    // there already.
    if (target === LIST) return answer(ctx, 200, listJson(catalog.list()));
    // Nor this: the router reads `ctx.path`, which throws on a target like `//user@[#`.
    if (!target.startsWith(PREFIX)) return next();
    ctx.url = target;
    // The router is to match the target byte for byte, where its own `ctx.path` has no query.
    ctx.newRouterPath = target;
    return route(ctx, next);
  };
}

/** What follows the last slash of the target's path, which ends where the query begins. */
function lastSegment(target: string): string {
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  return path.slice(path.lastIndexOf('/') + 1);
}
