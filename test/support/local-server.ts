import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/adapters/http/app.ts';
import type { Answer } from '../../src/adapters/http/server/answer.ts';
import type { Limits } from '../../src/adapters/http/server/limits.ts';
import { createStoppableServer } from '../../src/adapters/http/server/stoppable-server.ts';
import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';
import type { Product } from '../../src/domain/product.ts';
import { fixtureProducts } from './fixture-products.ts';

/** The service's own server in this process, on a free port of the loopback interface. */
export interface LocalServer {
  readonly server: Server;
  readonly port: number;
  /** @returns whom the stop cut off */
  stop(): Promise<string[]>;
}

export async function startServer(
  limits: Partial<Limits> = {},
  products: readonly Product[] = fixtureProducts,
  onAnswer?: (answer: Answer) => void,
): Promise<LocalServer> {
  const app = createApp(new MemoryCatalog(products));
  const failures: Error[] = [];
  app.on('error', (error: Error, ctx: { headerSent: boolean }) => {
    if (!ctx.headerSent) failures.push(error);
  });
  const { server, stop } = createStoppableServer(app.callback(), limits, onAnswer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    server,
    port: (server.address() as AddressInfo).port,
    async stop() {
      const cut = await stop();
      if (failures.length > 0) throw new AggregateError(failures, 'the application failed');
      return cut;
    },
  };
}
