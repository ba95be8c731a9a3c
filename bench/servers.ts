import { fileURLToPath } from 'node:url';

/** What is measured: its name in the tables, and what node runs. A products file is added to it. */
export interface Server {
  readonly name: string;
  readonly run: readonly string[];
}

function peer(name: string, file: string): Server {
  return { name, run: [fileURLToPath(import.meta.resolve(`./servers/${file}`))] };
}

/** The service as `npm start` runs it, but for npm. */
export const service: Server = {
  name: 'this service',
  run: ['--import', 'tsx', fileURLToPath(import.meta.resolve('../src/main.ts'))],
};
export const nodeHttp = peer('node:http', 'node-http.mjs');
export const koaFloor = peer("Koa's floor", 'koa-floor.mjs');

/** What a user would otherwise reach for. */
export const peers: readonly Server[] = [
  peer('Fastify', 'fastify.mjs'),
  peer('Hono', 'hono.mjs'),
  peer('Express', 'express.mjs'),
  peer('json-server', 'json-server.mjs'),
];

/**
 * The same server once more, as if it were another. What differs between the two is noise, and no
 * smaller difference between other servers means anything.
 */
export function again(server: Server): Server {
  return { ...server, name: `${server.name}, again` };
}
