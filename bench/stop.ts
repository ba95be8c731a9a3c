// What clients lose when a server is stopped while they ask.
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { check } from './load.ts';
import type { Row } from './results.ts';
import { commandOf, fileOf, nameAndVersion, product, SERVICE } from './scenarios.ts';
import { HOST, startServer } from './server-process.ts';

/** Their list does not fit into the buffers of a socket, so a slow reader keeps the server waiting. */
export const PRODUCTS = 200_000;

const libraries = [
  ...['http-terminator', 'lil-http-terminator', 'http-graceful-shutdown', 'http-shutdown'],
  ...['stoppable', '@godaddy/terminus'],
];

/** Stops this service, and others with what Node, Fastify and the libraries have for it. */
export async function measureStops(): Promise<Row[]> {
  const versions = libraries.map((library) => nameAndVersion(`bench/node_modules/${library}`));
  const koas = ['server.close()', ...versions].map((way) => `Koa, ${way}`);
  const rows: Row[] = [];
  for (const server of [SERVICE, 'Fastify, close()', ...koas]) {
    rows.push({ table: 'Stop', server, products: PRODUCTS, figures: await stop(server) });
  }
  return rows;
}

/** Stops a server that 64 clients ask without pause, while another reads the list slowly. */
async function stop(name: string): Promise<Row['figures']> {
  const server = await startServer(commandOf(name), fileOf(PRODUCTS));
  const [list] = await once(get(`http://${HOST}:${server.port}/api/products`), 'response');
  const isListLost = isLost(async () => {
    for await (const _ of list) await wait(20);
  });
  const clients = Array.from({ length: 64 }, () => {
    const agent = new Agent({ keepAlive: true });
    return isLost(async () => {
      for (;;) await check(server.port, product, agent);
    });
  });
  await wait(500);
  const ended = server.stop();
  const lost = (await Promise.all(clients)).filter(Boolean).length;
  await ended;
  return { lost: [lost], 'lists lost': [Number(await isListLost)] };
}

/** Whether asking ends with a request that is lost, not because it is done, or no connection is accepted. */
const isLost = (ask: () => Promise<void>): Promise<boolean> =>
  ask().then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code !== 'ECONNREFUSED',
  );
