import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { HOST, type ServerProcess, usageOf } from './server-process.ts';

/** What a server is asked for, and the only right answer, as JSON with status 200. */
export interface Request {
  readonly target: string;
  readonly body: unknown;
  /** Keep-alive connections, each with one request under way at any time. */
  readonly connections: number;
}

/** Until the server has accepted the connections and has its core's caches to itself. */
const LEAD_IN_MILLIS = 30;

/** Loads a server for so many ms, and then until every request is answered. */
export async function takeTurn({ pid, port }: ServerProcess, request: Request, millis: number) {
  const bytes = await check(port, request);
  const open = () => openClient(port, request, bytes);
  const clients = Array.from({ length: request.connections }, open);
  const loadFor = async (duration: number) => {
    const end = performance.now() + duration;
    const counts = await Promise.all(clients.map((client) => client.requestUntil(end)));
    return counts.reduce((sum, count) => sum + count);
  };
  await loadFor(LEAD_IN_MILLIS);
  const [startedAt, { cpuMicros }] = [performance.now(), usageOf(pid)];
  const count = await loadFor(millis);
  const seconds = (performance.now() - startedAt) / 1000;
  for (const { socket } of clients) socket.destroy();
  return { 'requests/s': count / seconds, CPU: (usageOf(pid).cpuMicros - cpuMicros) / count };
}

/** Bytes are counted and not kept, so every connection reads into this. */
const sink = Buffer.allocUnsafe(256 * 1024);

/**
 * A connection that sends a request as soon as it has the answer to the last. All answers are equally
 * long, so counting bytes is enough. autocannon and wrk parse or copy what they read, and take longer to
 * read a list of 500 kB than `node:http` takes to send it: they would set the pace.
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

  /** @returns how many requests were answered */
  async function requestUntil(end: number): Promise<number> {
    for (let count = 1; ; count++) {
      received = 0;
      socket.write(`GET ${target} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);
      await new Promise<void>((resolve) => {
        answered = resolve;
      });
      if (performance.now() >= end) return count;
    }
  }
  return { socket, requestUntil };
}

/**
 * Sends the request once, and throws an error unless the answer is the right one.
 * @returns length of the whole answer, head and body
 */
export async function check(port: number, { target, body }: Omit<Request, 'connections'>) {
  const agent = new Agent({ keepAlive: true });
  const [response] = await once(get({ host: HOST, port, path: target, agent }), 'response');
  const { socket, statusCode } = response;
  const received = await text(response);
  agent.destroy();
  if (statusCode !== 200 || !isDeepStrictEqual(JSON.parse(received), body)) {
    throw new Error(`wrong answer to ${target}: ${statusCode} ${received.slice(0, 200)}`);
  }
  return socket.bytesRead;
}
