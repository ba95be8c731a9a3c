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

/** How 64 clients ask: with so many ms between an answer and the next request, on connections that they keep or not. */
const cases = {
  'without pause': { pause: 0, keepAlive: true },
  'pause of 50 ms': { pause: 50, keepAlive: true },
  'new connections': { pause: 50, keepAlive: false },
};

/** Stops this service, and others with what Node, Fastify and the libraries have for it, once for each case. */
export async function* measureStops(): AsyncGenerator<Row> {
  const versions = libraries.map((library) => nameAndVersion(`bench/node_modules/${library}`));
  const koas = ['server.close()', ...versions].map((way) => `Koa, ${way}`);
  for (const server of [SERVICE, 'Fastify, close()', ...koas]) {
    const figures: Row['figures'] = {};
    const listsLost: number[] = [];
    for (const [name, how] of Object.entries(cases)) {
      const { lost, isListLost } = await stop(server, how);
      figures[name] = [lost];
      listsLost.push(Number(isListLost));
    }
    yield {
      table: 'Stop',
      server,
      products: PRODUCTS,
      figures: { ...figures, 'lists lost': listsLost },
    };
  }
}

/** Stops a server that 64 clients ask for one product, while another reads the list slowly. */
async function stop(name: string, { pause, keepAlive }: { pause: number; keepAlive: boolean }) {
  const server = await startServer(commandOf(name), fileOf(PRODUCTS));
  const [list] = await once(get(`http://${HOST}:${server.port}/api/products`), 'response');
  const readsList = isLost(async () => {
    for await (const _ of list) await wait(10);
  });
  const clients = Array.from({ length: 64 }, () => {
    const agent = new Agent({ keepAlive });
    return isLost(async () => {
      for (;;) {
        await check(server.port, product, agent);
        if (pause > 0) await wait(pause);
      }
    });
  });
  await wait(500);
  const ended = server.stop();
  const lost = (await Promise.all(clients)).filter(Boolean).length;
  await ended;
  return { lost, isListLost: await readsList };
}

/** Whether asking ends with a request that is lost, not because it is done, or no connection is accepted. */
const isLost = (ask: () => Promise<void>): Promise<boolean> =>
  ask().then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code !== 'ECONNREFUSED',
  );
