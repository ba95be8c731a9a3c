import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { HOST, type ServerProcess, usageOf } from './server-process.ts';

/** What a server is asked, and the only right answer to it. */
export interface Request {
  readonly target: string;
  readonly status: number;
  readonly body: unknown;
}

/** Keep-alive connections, each with one request under way at any time. */
const CONNECTIONS = 32;

/** Until the server has accepted the connections and has its core's caches to itself. */
const LEAD_IN_MILLIS = 30;

/** Loads a server for so many ms, and then until every request is answered. */
export async function takeTurn({ pid, port }: ServerProcess, request: Request, millis: number) {
  const bytes = await check(port, request);
  const clients = Array.from({ length: CONNECTIONS }, () => openClient(port, request, bytes));
  const loadFor = async (duration: number): Promise<RecordableHistogram> => {
    const latencies = createHistogram();
    const end = performance.now() + duration;
    await Promise.all(clients.map((client) => client.askUntil(end, latencies)));
    return latencies;
  };
  await loadFor(LEAD_IN_MILLIS);
  const before = { time: performance.now(), server: usageOf(pid), own: process.cpuUsage() };
  const latencies = await loadFor(millis);
  const own = process.cpuUsage(before.own);
  const cpu = usageOf(pid).cpuMicros - before.server.cpuMicros;
  const micros = (performance.now() - before.time) * 1000;
  for (const { socket } of clients) socket.destroy();
  return {
    'requests/s': (latencies.count / micros) * 1e6,
    'CPU µs a request': cpu / latencies.count,
    'p99 ms': latencies.percentile(99) / 1000,
    'server core %': (cpu / micros) * 100,
    'generator core %': ((own.user + own.system) / micros) * 100,
  };
}

/** Bytes are counted and not kept, so every connection reads into this. */
const sink = Buffer.allocUnsafe(256 * 1024);

/**
 * A connection that asks again as soon as it is answered. All answers to one request are equally
 * long, so counting bytes is enough. autocannon and wrk parse or copy what they read, and take
 * longer to read a list of 500 kB than `node:http` takes to send it: they would set the pace.
 */
function openClient(port: number, { target }: Request, bytes: number) {
  let received = 0;
  let answered = (): void => {};
  const callback = (count: number): boolean => {
    received += count;
    if (received > bytes) fail(`an answer of more than ${bytes} bytes`);
    if (received === bytes) answered();
    return true;
  };
  const fail = (what: string): never => {
    throw new Error(`${target}: ${what}`);
  };
  const socket = connect({ port, host: HOST, noDelay: true, onread: { buffer: sink, callback } });
  socket.once('end', () => fail('the server closed a connection under load'));
  socket.setTimeout(60_000, () => fail(`no answer of ${bytes} bytes within 60 s`));

  async function askUntil(end: number, latencies: RecordableHistogram): Promise<void> {
    let now = performance.now();
    do {
      const sentAt = now;
      received = 0;
      socket.write(`GET ${target} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);
      await new Promise<void>((resolve) => {
        answered = resolve;
      });
      now = performance.now();
      latencies.record(Math.ceil((now - sentAt) * 1000));
    } while (now < end);
  }
  return { socket, askUntil };
}

/**
 * Asks once, and compares the answer with the right one.
 * @returns length of the whole answer, head and body
 * @throws {Error} when it is another one
 */
export async function check(port: number, { target, status, body }: Request): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const [response] = await once(get({ host: HOST, port, path: target, agent }), 'response');
  const { socket, statusCode } = response;
  const received = await text(response);
  agent.destroy();
  if (statusCode !== status || !isDeepStrictEqual(JSON.parse(received), body)) {
    throw new Error(`wrong answer to ${target}: ${statusCode} ${received.slice(0, 200)}`);
  }
  return socket.bytesRead;
}
