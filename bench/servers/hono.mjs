// As Hono's "Getting started" for Node.js has it.
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const products = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const app = new Hono();

app.get('/api/products', (c) => c.json(products));

app.get('/api/products/:id', (c) =>
  c.json(products.find(({ id }) => id === Number(c.req.param('id')))),
);

const options = { port: Number(process.env.PORT), hostname: process.env.HOST };
serve({ fetch: app.fetch, ...options }, ({ port }) => {
  console.log(`Listening at http://127.0.0.1:${port}`);
});
