// What a response costs: the CPU time that the server needs for it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cpuTime, type Server, startServer } from './server.ts';

/**
 * Starts servers with the same products, and warms each up. Then they take turns, between two turns
 * of the reference each. All that is repeated with new processes.
 * @param names of the servers; the first is the reference, with which the others are compared
 * @param path what is asked for, after `/api/products`
 * @param expected the response
 * @returns by name, a figure for each turn: of the reference, the CPU time of a response in µs; of
 * the others, theirs divided by the mean of the reference's turns before and after it
 */
export async function measureCosts(
  names: readonly string[],
  file: string,
  path: string,
  expected: unknown,
  effort: { readonly processes: number; readonly warmUpSeconds: number; readonly turns: number },
): Promise<Map<string, number[]>> {
  const figures = new Map(names.map((name): [string, number[]] => [name, []]));
  for (let process = 0; process < effort.processes; process++) {
    const servers: Server[] = [];
    for (const name of names) {
      const server = await startServer(name, file);
      const response = await fetch(server.url + path);
      assert.deepEqual(await response.json(), expected, `${name}: wrong response`);
      await load(server, path, effort.warmUpSeconds);
      servers.push(server);
    }
    const [reference, ...others] = servers as [Server, ...Server[]];
    let before = await load(reference, path, 1);
    for (let turn = 0; turn < effort.turns; turn++) {
      for (const server of others) {
        const time = await load(server, path, 1);
        const after = await load(reference, path, 1);
        figures.get(server.name)?.push(time / ((before + after) / 2));
        figures.get(reference.name)?.push(after);
        before = after;
      }
    }
    for (const server of servers) await server.stop('SIGKILL');
  }
  return figures;
}

/** Loads a server with wrk for so many seconds. @returns the CPU time of a response in µs */
async function load(server: Server, path: string, seconds: number): Promise<number> {
  const before = cpuTime(server);
  const options = ['--threads=1', '--connections=32', `--duration=${seconds}`, '--timeout=60'];
  const { stdout } = await promisify(execFile)('wrk', [...options, server.url + path]);
  const time = cpuTime(server) - before;
  assert.doesNotMatch(stdout, /Non-2xx|Socket errors/, `${server.name}: wrong responses`);
  const responses = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  // The requests that wrk leaves behind are not counted. This one is answered after them, so that
  // they do not disturb the next turn.
  await (await fetch(`${server.url}/1`)).arrayBuffer();
  return time / responses;
}
