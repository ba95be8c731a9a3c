// As Express's guide on routing and its page on res.json() have it.
import { readFileSync } from 'node:fs';
import express from 'express';

const products = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const app = express();

app.get('/api/products', (_req, res) => {
  res.json(products);
});

app.get('/api/products/:id', (req, res) => {
  res.json(products.find(({ id }) => id === Number(req.params.id)));
});

const server = app.listen(process.env.PORT, process.env.HOST, () => {
  console.log(`Listening at http://127.0.0.1:${server.address().port}`);
});
