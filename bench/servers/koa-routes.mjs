// What @koa/router costs: the same two answers on Koa, once behind two comparisons of the path and
// once, with `router` as first argument, behind two routes.
import { readFileSync } from 'node:fs';
import Router from '@koa/router';
import Koa from 'koa';

const [kind, file] = process.argv.slice(2);
const products = JSON.parse(readFileSync(file, 'utf8'));
const byId = new Map(products.map((product) => [product.id, product]));
const list = Buffer.from(JSON.stringify(products));

const LIST = '/api/products';
const PREFIX = `${LIST}/`;

function send(ctx, body) {
  ctx.body = body;
  ctx.type = 'application/json';
}

const app = new Koa();
if (kind === 'router') {
  const router = new Router();
  router.get(LIST, (ctx) => send(ctx, list));
  router.get(`${PREFIX}:id`, (ctx) => send(ctx, JSON.stringify(byId.get(Number(ctx.params.id)))));
  app.use(router.routes());
} else {
  app.use((ctx) => {
    const { path } = ctx;
    if (path === LIST) send(ctx, list);
    else if (path.startsWith(PREFIX)) {
      send(ctx, JSON.stringify(byId.get(Number(path.slice(PREFIX.length)))));
    }
  });
}

const server = app.listen(process.env.PORT, process.env.HOST, () => {
  console.log(`Listening at http://127.0.0.1:${server.address().port}`);
});
