// As Fastify's "Getting started" has it. Without the response schemas that its documentation has
// for speed: with them a list of 10,000 takes longer than without, and one product no less. With the
// argument `list kept`, the list is serialised once, by hand: whoever changes a product has to do it again.
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const products = JSON.parse(readFileSync(process.argv.at(-1), 'utf8'));
const list = process.argv.includes('list kept') ? Buffer.from(JSON.stringify(products)) : products;
// On SIGTERM, it answers the requests that still come.
const fastify = Fastify({ return503OnClosing: false });
process.once('SIGTERM', () => fastify.close());

fastify.get('/api/products', (_request, reply) => reply.type('application/json').send(list));

fastify.get('/api/products/:id', async (request) =>
  products.find(({ id }) => id === Number(request.params.id)),
);

const url = await fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST });
console.log(`Listening at ${url}`);
