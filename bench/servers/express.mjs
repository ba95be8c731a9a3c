// As Express's guides on routing, on res.json() and on handling 404 have it.
import { readFileSync } from 'node:fs';
import express from 'express';

const products = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const app = express();

app.get('/api/products', (_req, res) => {
  res.json(products);
});

app.get('/api/products/:id', (req, res) => {
  const product = products.find(({ id }) => id === Number(req.params.id));
  if (product === undefined) res.status(404).json({ error: 'Product not found' });
  else res.json(product);
});

app.use((_req, res) => {
  res.status(404).json({ error: 'Not found' });
});

const server = app.listen(process.env.PORT, process.env.HOST, () => {
  console.log(`Listening at http://127.0.0.1:${server.address().port}`);
});
