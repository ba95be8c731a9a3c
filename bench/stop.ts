// What clients lose when a server is stopped.
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { startServer } from './server.ts';

export const [BUSY_CLIENTS, SLOW_READERS] = [64, 4] as const;

/**
 * Stops a server with SIGTERM while busy clients ask for one product again and again, and others read the list slowly.
 * @param file with a list that does not fit into the buffers of a connection
 * @returns how many clients lost a request: of those that keep their connection, of those that connect anew for each
 * request, and of the slow readers
 */
export async function measureStop(name: string, file: string): Promise<number[]> {
  const server = await startServer(name, file);
  const askForList = () => once(get(server.url), 'response');
  const lists = await Promise.all(Array.from({ length: SLOW_READERS }, askForList));
  const readers = lists.map(([list]) => losesList(list));
  const [kept, anew] = [true, false].map((keepAlive) =>
    Array.from({ length: BUSY_CLIENTS }, () => losesRequest(`${server.url}/1`, keepAlive)),
  );
  await wait(500);
  await server.stop('SIGTERM');
  const losses = await Promise.all([kept, anew, readers].map((each = []) => Promise.all(each)));
  return losses.map((each) => each.filter(Boolean).length);
}

/**
 * Asks until a request is lost: without pause on a connection that is kept, or after 50 ms on a new one. A request whose
 * connection is refused is not lost, as the client knows that nobody has read it.
 */
async function losesRequest(url: string, keepAlive: boolean): Promise<boolean> {
  const agent = new Agent({ keepAlive });
  try {
    for (;;) {
      const [response] = await once(get(url, { agent }), 'response');
      await text(response);
      if (!keepAlive) await wait(50);
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
