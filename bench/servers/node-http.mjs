// node:http alone, no framework: the list from one Buffer that all answers share, a product as a
// string. What Node itself costs; nothing that runs on it costs less.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const products = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const byId = new Map(products.map((product) => [product.id, product]));
const list = Buffer.from(JSON.stringify(products));

const PREFIX = '/api/products/';

function send(response, status, body) {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

const server = createServer(({ url }, response) => {
  if (url === '/api/products') return send(response, 200, list);
  const product = url.startsWith(PREFIX) ? byId.get(Number(url.slice(PREFIX.length))) : undefined;
  if (product !== undefined) return send(response, 200, JSON.stringify(product));
  send(response, 404, JSON.stringify({ error: 'Not found' }));
});

server.listen(process.env.PORT, process.env.HOST, () => {
  console.log(`Listening at http://127.0.0.1:${server.address().port}`);
});
