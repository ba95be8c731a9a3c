import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type Agent, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { cpuOf, HOST, type ServerProcess } from './server-process.ts';

/** What a server is asked for, and the only right answer, as JSON with status 200. */
export interface Request {
  readonly target: string;
  readonly body: unknown;
  /** Keep-alive connections, each with one request under way at any time. */
  readonly connections: number;
  /** That the answer may have. */
  readonly encoding?: string;
}

/** Until the server has accepted the connections and has its core's caches to itself. */
const LEAD_IN_MILLIS = 30;

/** Loads a server for so long, and then until every request is answered. */
export async function takeTurn(server: ServerProcess, request: Request, millis: number) {
  // The first time, nginx may have to fetch the list anew, which then comes in other chunks.
  if (request.encoding) await check(server.port, request);
  const clients = await openClients(server, request);
  const loadFor = async (duration: number) => {
    const end = performance.now() + duration;
    const counts = await Promise.all(
      clients.map(async ({ ask }) => {
        for (let count = 1; ; count++) {
          await ask();
          if (performance.now() >= end) return count;
        }
      }),
    );
    return counts.reduce((sum, count) => sum + count);
  };
  await loadFor(LEAD_IN_MILLIS);
  const [startedAt, cpuMicros] = [performance.now(), cpuOf(server.pid)];
  const count = await loadFor(millis);
  const seconds = (performance.now() - startedAt) / 1000;
  const CPU = (cpuOf(server.pid) - cpuMicros) / count;
  for (const { close } of clients) close();
  return { 'requests/s': count / seconds, CPU };
}

/** Checks the answer, and opens the connections of a request. */
export async function openClients(server: ServerProcess, request: Request) {
  const bytes = await check(server.port, request);
  return Array.from({ length: request.connections }, () => openClient(server.port, request, bytes));
}

/** Bytes are counted and not kept, so every connection reads into this. */
const sink = Buffer.allocUnsafe(256 * 1024);

/**
 * A connection for one request at a time. All answers are equally long, so counting bytes is enough; to parse
 * or copy them would take longer than to send them.
 */
function openClient(port: number, { target, encoding = '' }: Request, bytes: number) {
  const message = `GET ${target} HTTP/1.1\r\nHost: ${HOST}\r\nAccept-Encoding: ${encoding}\r\n\r\n`;
  let received = bytes;
  let answered = (): void => {};
  const callback = (count: number): boolean => {
    received += count;
    if (received > bytes) fail();
    if (received === bytes) answered();
    return true;
  };
  const open = () =>
    connect({ port, host: HOST, noDelay: true, onread: { buffer: sink, callback } })
      .once('end', fail)
      .setTimeout(60_000, fail);
  function fail(): void {
    // A server may close a connection on which no answer is due, as Node does after 5 s.
    if (received !== bytes)
      socket.destroy(new Error(`${target}: ${received} of ${bytes} bytes came`));
  }
  let socket = open();

  /** Sends the request, and waits for its answer. */
  function ask(): Promise<void> {
    received = 0;
    if (socket.readableEnded) socket = open();
    socket.write(message);
    return new Promise((resolve) => {
      answered = resolve;
    });
  }
  return { ask, close: () => socket.destroy() };
}

/**
 * Sends the request once, and throws an error unless the answer is the right one.
 * @param agent keeps the connection; without one it is a new one, which is closed then
 * @returns length of the whole answer, head and body, if the connection is new
 */
export async function check(port: number, { target, body, encoding = '' }: Request, agent?: Agent) {
  const options = { host: HOST, port, path: target, headers: { 'Accept-Encoding': encoding } };
  const [response] = await once(get({ ...options, agent }), 'response');
  const { socket } = response;
  const isGzip = response.headers['content-encoding'] === 'gzip';
  const received = await text(isGzip ? response.pipe(createGunzip()) : response);
  if (agent === undefined) socket.destroy();
  assert.equal(response.statusCode, 200, `${target}: ${received}`);
  assert.deepEqual(JSON.parse(received), body, `a wrong answer to ${target}`);
  return socket.bytesRead;
}
