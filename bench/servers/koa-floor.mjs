// Koa's own floor: the service's Koa with one middleware that sets a body that is a string, and its
// content type. What is above it is what the service's router, fields and look-up cost.
import { readFileSync } from 'node:fs';
import Koa from 'koa';

const app = new Koa();

const products = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const body = JSON.stringify(products.find(({ id }) => id === 2));

app.use((ctx) => {
  ctx.body = body;
  ctx.type = 'application/json';
});

const server = app.listen(process.env.PORT, process.env.HOST, () => {
  console.log(`Listening at http://127.0.0.1:${server.address().port}`);
});
