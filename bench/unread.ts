import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, HOST, requestFor } from './ask.ts';
import { load } from './load.ts';
import { residentMegabytes } from './process-usage.ts';
import { REQUESTS } from './requests.ts';
import type { ServerProcess } from './server-process.ts';

/** How many clients ask for the list and do not read it. */
export const UNREAD_CLIENTS = 500;

/** What it does to a server that many clients ask for the list at once, and leave it unread. */
export interface UnreadSample {
  /** The most that was resident while the lists were held, above what was before. */
  readonly grownMegabytes: number;
  /** Of a client that asks for one product at a steady pace meanwhile, and reads. */
  readonly p99Millis: number;
}

/** Has the lists asked for and held for at least `seconds`, then stops the server. */
export async function holdUnread(server: ServerProcess, seconds: number): Promise<UnreadSample> {
  const { pid, port } = server;
  // So that what grows is due to the clients, and not to code that was never run before.
  await load(server, REQUESTS.list.target, { warmUp: 0, measure: 1 });
  await load(server, REQUESTS.product.target, { warmUp: 0, measure: 1 });
  const before = residentMegabytes(pid);

  const clients = await Promise.all(Array.from({ length: UNREAD_CLIENTS }, () => openUnread(port)));
  const good = await askAtPace(port, REQUESTS.product.target);
  for (const client of clients) client.write(requestFor(port, REQUESTS.list.target));
  let toBegin = clients.length;
  for (const client of clients) client.once('begun', () => toBegin--);
  const until = performance.now() + seconds * 1000;
  let most = 0;
  while (toBegin > 0 || performance.now() < until) {
    await sleep(50);
    most = Math.max(most, residentMegabytes(pid));
  }
  const latencies = await good.stop();
  // Before the clients go, so that it has no broken connections to complain of.
  await server.stop();
  for (const client of clients) client.destroy();
  return { grownMegabytes: most - before, p99Millis: latencies.percentile(99) / 1000 };
}

/** A connection that reads the first octet of what comes, emits `begun`, and reads no more. */
async function openUnread(port: number): Promise<Socket> {
  const onread = {
    buffer: Buffer.alloc(1),
    callback(): boolean {
      socket.emit('begun');
      return false;
    },
  };
  const socket = connect({ port, host: HOST, onread });
  await once(socket, 'connect');
  return socket.on('error', () => {}); // The server is stopped while lists are on their way.
}

const PACE_MILLIS = 10;

/**
 * Asks at a steady pace whether or not answers come, as many users would: a client that waited for
 * each answer would ask less while the server is slow, and notice it less.
 */
async function askAtPace(
  port: number,
  target: string,
): Promise<{ stop(): Promise<RecordableHistogram> }> {
  const { octets } = await ask(port, target);
  const latencies = createHistogram();
  const sentAt: number[] = [];
  let received = 0;
  const socket = connect({ port, host: HOST, noDelay: true });
  await once(socket, 'connect');
  socket.on('data', ({ length }) => {
    for (received += length; received >= octets; received -= octets) {
      latencies.record(Math.ceil((performance.now() - (sentAt.shift() ?? 0)) * 1000));
    }
  });
  const pace = setInterval(() => {
    sentAt.push(performance.now());
    socket.write(requestFor(port, target));
  }, PACE_MILLIS);
  return {
    async stop() {
      clearInterval(pace);
      while (sentAt.length > 0) await once(socket, 'data');
      socket.destroy();
      return latencies;
    },
  };
}
