// As Hono's "Getting started" for Node.js has it.
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const products = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const app = new Hono();

app.get('/api/products', (c) => c.json(products));

app.get('/api/products/:id', (c) => {
  const product = products.find(({ id }) => id === Number(c.req.param('id')));
  return product === undefined ? c.json({ error: 'Product not found' }, 404) : c.json(product);
});

app.notFound((c) => c.json({ error: 'Not found' }, 404));

serve(
  { fetch: app.fetch, port: Number(process.env.PORT), hostname: process.env.HOST },
  ({ port }) => {
    console.log(`Listening at http://127.0.0.1:${port}`);
  },
);
