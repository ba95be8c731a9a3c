// What the service is compared with: node --import tsx bench/rivals.ts products.json Koa
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import type { Product } from '../src/domain/product.ts';

const [, , file = '', name] = process.argv;
const products: Product[] = JSON.parse(readFileSync(file, 'utf8'));
const find = (id = '') => products.find((product) => product.id === Number(id));

/** Serialises the list only once, and checks nothing. */
const list = Buffer.from(JSON.stringify(products));
const bareNode: RequestListener = ({ url = '' }, response) => {
  const id = url.slice('/api/products/'.length);
  response.setHeader('Content-Type', 'application/json');
  response.end(id === '' ? list : JSON.stringify(find(id)));
};

/** As the documentation of Koa and its router shows it, so the list is serialised each time. */
const router = new Router();
router.get('/api/products', (ctx) => {
  ctx.body = products;
});
router.get('/api/products/:id', (ctx) => {
  ctx.body = find(ctx.params.id);
});
const koa = new Koa().use(router.routes()).use(router.allowedMethods());
// Otherwise Koa prints an error whenever wrk closes its connections.
koa.silent = true;

const server = createServer(name === 'Koa' ? koa.callback() : bareNode);
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/products`);
});
