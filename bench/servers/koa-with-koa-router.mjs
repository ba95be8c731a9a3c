// As @koa/router's "Quick Start" has it: the framework and the router of this service, without a check
// of the request or a field of its own. What is above it is what the service adds. `list kept` as in fastify.mjs.
import { readFileSync } from 'node:fs';
import Router from '@koa/router';
import Koa from 'koa';

const products = JSON.parse(readFileSync(process.argv.at(-1), 'utf8'));
const list = process.argv.includes('list kept') ? Buffer.from(JSON.stringify(products)) : products;
const byId = new Map(products.map((product) => [product.id, product]));
const app = new Koa();
const router = new Router();

router.get('/api/products', (ctx) => {
  ctx.type = 'application/json';
  ctx.body = list;
});

router.get('/api/products/:id', (ctx) => {
  ctx.body = byId.get(Number(ctx.params.id));
});

app.use(router.routes()).use(router.allowedMethods());

export const server = app.listen(process.env.PORT, process.env.HOST, () => {
  console.log(`Listening at http://127.0.0.1:${server.address().port}`);
});
