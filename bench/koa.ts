// What the service is compared with: Koa and its router, as their documentation shows them, so the
// list is serialised for each request. node --import tsx bench/koa.ts products.json
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import type { Product } from '../src/domain/product.ts';

const products: Product[] = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const router = new Router();
router.get('/api/products', (ctx) => {
  ctx.body = products;
});
router.get('/api/products/:id', (ctx) => {
  ctx.body = products.find(({ id }) => id === Number(ctx.params.id));
});
const app = new Koa().use(router.routes()).use(router.allowedMethods());
// Otherwise Koa prints an error whenever wrk closes its connections.
app.silent = true;
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/products`);
});
