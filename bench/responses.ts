// What a response costs: the CPU time that the server takes for it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { TemporaryFolder } from '../test/support/temporary-folder.ts';
import { MeasuredProgram } from './measured-program.ts';
import { generateProducts, LATIN } from './products.ts';

const products = generateProducts(10_000, LATIN);
const file = new TemporaryFolder().write('products.json', JSON.stringify(products));

/**
 * Compares the service with its rivals, again and again with new processes. Each turn of a rival
 * comes right after one of the service, as whatever else the machine does then slows both down.
 * @param path what is asked for, after `/api/products`
 * @returns the service's CPU times in µs, and those of each rival as multiples of them
 */
export async function measureResponses(
  path: '' | '/1',
  effort: { readonly processes: number; readonly warmUpSeconds: number; readonly turns: number },
) {
  const figures = { service: [] as number[], bareNode: [] as number[], koa: [] as number[] };
  const expected = path === '' ? products : products[0];
  for (let process = 0; process < effort.processes; process++) {
    await using service = new MeasuredProgram('dist/main.js', file);
    await using bareNode = new MeasuredProgram('--import', 'tsx', 'bench/rivals.ts', file);
    await using koa = new MeasuredProgram('--import', 'tsx', 'bench/rivals.ts', file, 'Koa');
    for (const program of [service, bareNode, koa]) {
      const response = await fetch((await program.url()) + path);
      assert.deepEqual(await response.json(), expected);
      await load(program, path, effort.warmUpSeconds);
    }
    for (let turn = 0; turn < effort.turns; turn++) {
      for (const [rival, multiples] of [
        [bareNode, figures.bareNode],
        [koa, figures.koa],
      ] as const) {
        const time = await load(service, path, 1);
        figures.service.push(time);
        multiples.push((await load(rival, path, 1)) / time);
      }
    }
  }
  return figures;
}

/** Loads a program with wrk for so many seconds. @returns the CPU time of a response in µs */
async function load(program: MeasuredProgram, path: string, seconds: number): Promise<number> {
  const url = await program.url();
  const options = ['--threads=1', '--connections=8', `--duration=${seconds}`];
  const before = program.cpuTime();
  const { stdout } = await promisify(execFile)('wrk', [...options, url + path]);
  const time = program.cpuTime() - before;
  assert.doesNotMatch(stdout, /Non-2xx|Socket errors/);
  // The requests that wrk leaves behind are answered before this one, not in the next turn.
  await (await fetch(`${url}/1`)).text();
  return time / Number(/(\d+) requests in/.exec(stdout)?.[1]);
}
