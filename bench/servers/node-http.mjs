// node:http alone, no framework: the list from one Buffer that all answers share, a product as a
// string. What Node itself costs; nothing that runs on it costs less.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const products = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const byId = new Map(products.map((product) => [product.id, product]));
const list = Buffer.from(JSON.stringify(products));

const PREFIX = '/api/products/';
const server = createServer(({ url }, response) => {
  const isProduct = url.startsWith(PREFIX);
  const body = isProduct ? JSON.stringify(byId.get(Number(url.slice(PREFIX.length)))) : list;
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
});

server.listen(process.env.PORT, process.env.HOST, () => {
  console.log(`Listening at http://127.0.0.1:${server.address().port}`);
});
