// What clients lose when a server is stopped.
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { startServer } from './server.ts';

export const [BUSY_CLIENTS, SLOW_READERS] = [64, 4] as const;

/** How many clients lost a request. */
export interface Losses {
  /** Of the busy clients on keep-alive connections. */
  readonly keepAlive: number;
  /** Of the busy clients that connect anew for each request. */
  readonly anew: number;
  /** Of the slow readers. */
  readonly slow: number;
}

/**
 * Stops a server with SIGTERM while busy clients ask for one product again and again, and others
 * read the list slowly.
 * @param file with a list that does not fit into the buffers of a connection
 */
export async function measureStop(name: string, file: string): Promise<Losses> {
  const server = await startServer(name, file);
  const askForList = () => once(get(server.url), 'response');
  const lists = await Promise.all(Array.from({ length: SLOW_READERS }, askForList));
  const slow = lists.map(([list]) => losesList(list));
  const start = (isKeptAlive: boolean) =>
    Array.from({ length: BUSY_CLIENTS }, () => losesRequest(`${server.url}/1`, isKeptAlive));
  const [keepAlive, anew] = [start(true), start(false)];
  await wait(500);
  await server.stop('SIGTERM');
  const count = async (losses: Promise<boolean>[]) =>
    (await Promise.all(losses)).filter(Boolean).length;
  return { keepAlive: await count(keepAlive), anew: await count(anew), slow: await count(slow) };
}

/**
 * Asks without pause until a request is lost, or its connection is refused: then it is not lost, as
 * the client knows that nobody has read it.
 */
async function losesRequest(url: string, keepAlive: boolean): Promise<boolean> {
  const agent = new Agent({ keepAlive });
  try {
    for (;;) {
      const [response] = await once(get(url, { agent }), 'response');
      await text(response);
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED';
  }
}

async function losesList(list: IncomingMessage): Promise<boolean> {
  try {
    for await (const _ of list) await wait(10);
    return false;
  } catch {
    return true;
  }
}
