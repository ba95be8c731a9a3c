// Koa's own floor: the service's Koa with one middleware that sets a body that is a string, and its
// content type. What is above it is what the service's router, fields and look-up cost.
import Koa from 'koa';

const app = new Koa();

app.use((ctx) => {
  ctx.body = '{"id":2,"name":"Burr coffee grinder","price":84.5}';
  ctx.type = 'application/json';
});

const server = app.listen(process.env.PORT, process.env.HOST, () => {
  console.log(`Listening at http://127.0.0.1:${server.address().port}`);
});
