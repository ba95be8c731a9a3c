// What the service is compared with, as the documentation of each shows, but for a log:
// node bench/servers.mjs 'Koa, cached list' products.json
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , name, file] = process.argv;
const [framework, option] = name.split(', ');
const address = { port: 0, host: '127.0.0.1' };

const products = JSON.parse(readFileSync(file, 'utf8'));
const find = (id) => products.find((product) => product.id === Number(id));
const serialised = Buffer.from(JSON.stringify(products));
// Frameworks serialise what is no buffer for each request.
const list = option === 'cached list' ? serialised : products;

const start = {
  'node:http': () =>
    createServer(({ url }, response) => {
      const id = url.slice('/api/products/'.length);
      response.setHeader('Content-Type', 'application/json');
      response.end(id === '' ? serialised : JSON.stringify(find(id)));
    }).listen(address),

  async Koa() {
    const { default: Koa } = await import('koa');
    const { default: Router } = await import('@koa/router');
    const app = new Koa();
    // Otherwise Koa prints an error whenever the load closes its connections.
    app.silent = true;
    const router = new Router();
    router.get('/api/products', (ctx) => {
      ctx.type = 'application/json';
      ctx.body = list;
    });
    router.get('/api/products/:id', (ctx) => {
      ctx.body = find(ctx.params.id);
    });
    app.use(router.routes()).use(router.allowedMethods());
    return app.listen(address);
  },

  // With a response schema, Fastify takes less time for one product, but more for a list of 10,000.
  async Fastify() {
    const { default: Fastify } = await import('fastify');
    const fastify = Fastify();
    const [number, string] = [{ type: 'number' }, { type: 'string' }];
    const product = { type: 'object', properties: { id: number, name: string, price: number } };
    const options = { schema: { response: { 200: product } } };
    fastify.get('/api/products', (_request, reply) => reply.type('application/json').send(list));
    fastify.get('/api/products/:id', options, async (request) => find(request.params.id));
    await fastify.listen(address);
    return fastify.server;
  },

  async Hono() {
    const { Hono } = await import('hono');
    const { serve } = await import('@hono/node-server');
    const app = new Hono();
    app.get('/api/products', (c) => c.json(products));
    app.get('/api/products/:id', (c) => c.json(find(c.req.param('id'))));
    return serve({ fetch: app.fetch, port: address.port, hostname: address.host });
  },

  async Express() {
    const { default: express } = await import('express');
    const app = express();
    app.get('/api/products', (_req, res) => res.json(products));
    app.get('/api/products/:id', (req, res) => res.json(find(req.params.id)));
    return app.listen(address.port, address.host);
  },

  async 'json-server'() {
    const { default: jsonServer } = await import('json-server');
    const app = jsonServer.create();
    app.use(jsonServer.defaults({ logger: false }));
    app.use('/api', jsonServer.router({ products }));
    return app.listen(address.port, address.host);
  },
};

/** What stops a server on SIGTERM, with at least the 10 s for responses that this service has. */
const prepareStop = {
  'server.close()': (server) => () => server.close(),
  'http-terminator': async (server) => {
    const { createHttpTerminator } = await import('http-terminator');
    return createHttpTerminator({ server, gracefulTerminationTimeout: 10_000 }).terminate;
  },
  'http-shutdown': async (server) => (await import('http-shutdown')).default(server).shutdown,
  stoppable: async (server) => (await import('stoppable')).default(server).stop,
};

const server = await start[framework]();
if (!server.listening) await once(server, 'listening');
const stop = await prepareStop[option]?.(server);
if (stop) process.once('SIGTERM', () => stop());
console.log(`http://127.0.0.1:${server.address().port}`);
