// What a request costs: the CPU time that the server needs for it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cpuTime, startServer } from './server.ts';

const CONNECTIONS = 32;

/**
 * Starts servers with the same products, warms each up, and loads them in turns.
 * @param path what is asked for, after `/api/products`
 * @param expected the response
 * @returns the CPU time of a request in µs for each turn, by the server's name
 */
export async function measureCost(
  names: readonly string[],
  file: string,
  path: string,
  expected: unknown,
  { warmUpSeconds, turns }: { warmUpSeconds: number; turns: number },
): Promise<Map<string, number[]>> {
  const lanes = [];
  for (const name of names) {
    const server = await startServer(name, file);
    const url = server.url + path;
    assert.deepEqual(await (await fetch(url)).json(), expected, `${name}: wrong response`);
    const responses = await load(url, 'duration', warmUpSeconds);
    // A turn takes about a second, or longer if a server is slow.
    const amount = Math.max(CONNECTIONS, Math.ceil(responses / warmUpSeconds));
    lanes.push({ name, server, url, amount, figures: [] as number[] });
  }
  for (let turn = 0; turn < turns; turn++) {
    const inOrder = turn % 2 === 0 ? lanes : lanes.toReversed();
    for (const { server, url, amount, figures } of inOrder) {
      const before = cpuTime(server);
      await load(url, 'amount', amount);
      figures.push((cpuTime(server) - before) / amount);
    }
  }
  for (const { server } of lanes) await server.stop('SIGKILL');
  return new Map(lanes.map(({ name, figures }) => [name, figures]));
}

/** Sends requests with autocannon, for so many seconds or until so many responses. @returns the number of responses */
async function load(url: string, limit: 'duration' | 'amount', value: number): Promise<number> {
  const script = 'bench/node_modules/autocannon/autocannon.js';
  const args = [script, '--json', `--connections=${CONNECTIONS}`, `--${limit}=${value}`, url];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { '2xx': responses, non2xx, errors } = JSON.parse(stdout);
  assert.equal(non2xx + errors, 0, `${non2xx} wrong responses and ${errors} errors at ${url}`);
  return responses;
}
