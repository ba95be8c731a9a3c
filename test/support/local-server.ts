import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createHandler } from '../../src/adapters/http/create-server.ts';
import type { Answer } from '../../src/adapters/http/server/answer.ts';
import type { Limits } from '../../src/adapters/http/server/limits.ts';
import {
  createStoppableServer,
  type StoppableServer,
} from '../../src/adapters/http/server/stoppable-server.ts';
import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';
import type { Product } from '../../src/domain/product.ts';
import { fixtureProducts } from './fixture-products.ts';
import { RawClient } from './raw-http.ts';

/** A limit longer than any test may take: a test that waits for it times out. */
export const NEVER = 3_600_000;

/** A server in this process, on a free port of the loopback interface. */
export interface LocalServer {
  readonly server: Server;
  readonly port: number;
  /** Connects a client, and waits until the connection is established. `accepted` is the server's side. */
  connect(options?: { closes: boolean }): Promise<{ client: RawClient; accepted: Socket }>;
  /** @returns the clients that were disconnected at the deadline */
  stop(): Promise<string[]>;
}

/** Starts the service's server with its application. */
export async function startServer(
  limits: Partial<Limits> = {},
  products: readonly Product[] = fixtureProducts,
  onAnswer?: (answer: Answer) => void,
): Promise<LocalServer> {
  const failures: Error[] = [];
  const handler = createHandler(new MemoryCatalog(products), {
    onError: (error) => failures.push(error),
  });
  const server = await startHandler(handler, limits, onAnswer);
  return {
    ...server,
    async stop() {
      const disconnected = await server.stop();
      if (failures.length > 0) throw new AggregateError(failures, 'the application failed');
      return disconnected;
    },
  };
}

/** Starts the service's server with another request listener in place of its application. */
export async function startHandler(
  handle: RequestListener,
  limits: Partial<Limits> = {},
  onAnswer?: (answer: Answer) => void,
): Promise<LocalServer> {
  return listening(createStoppableServer(handle, limits, onAnswer));
}

/** Starts to listen. */
export async function listening({ server, stop }: StoppableServer): Promise<LocalServer> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  async function connect(options?: { closes: boolean }) {
    const client = new RawClient(port, options);
    const [[accepted]] = (await Promise.all([
      once(server, 'connection'),
      once(client.socket, 'connect'),
    ])) as [[Socket], unknown];
    return { client, accepted };
  }
  return { server, port, connect, stop };
}

/** Sends requests one by one, whose responses the client does not read. */
export async function sendUnread(client: RawClient, server: Server, ...requests: string[]) {
  client.socket.pause();
  for (const sent of requests) {
    const received = once(server, 'request');
    client.send(sent);
    await received;
  }
}
