// npm run bench prints the tables of docs/performance.md; with --quick, it measures less.
import { execFileSync } from 'node:child_process';
import { TemporaryFolder } from '../test/support/temporary-folder.ts';
import { MeasuredProgram } from './measured-program.ts';

const rounds = process.argv.includes('--quick') ? 1 : 5;
const folder = new TemporaryFolder();
const LATIN = ['Nordlys', 'Café No. 9', 'Plain', 'Señor', 'Açaí', 'Müller', 'Søstre'];
/** Names with these take more memory: V8 stores each of their characters in two bytes. */
const OTHERS = ['Δελφοί', 'Чайка', 'Олива', 'हिमाल', '山田', 'さくら', '한솔'];
const THINGS = ['kettle', 'sauté pan', 'crème brûlée dish', '½ l flask', 'whisk', '10" pan'];

console.log('| CPU time of a response | this service | plain Koa |\n| --- | --: | --: |');
const file = writeProducts(10_000, LATIN);
await measureResponses('one product', '/1');
await measureResponses('list of 10,000 products', '');

console.log('\n| Products in the file | start | reload | peak memory |\n| --- | --: | --: | --: |');
for (const count of [3, 100_000, 1_000_000]) await measureFile(count);

/** Writes a file; 10,000 products are some 500 kB of JSON. @returns its path */
function writeProducts(count: number, makes: readonly string[], firstPrice = 1): string {
  const products = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `${makes[index % makes.length]} ${THINGS[index % THINGS.length]}`,
    price: index === 0 ? firstPrice : (100 + ((index * 7919) % 50_000)) / 100,
  }));
  return folder.write('products.json', JSON.stringify(products));
}

/** Each turn of Koa comes right after one of the service, as other load slows both down. */
async function measureResponses(what: string, path: string): Promise<void> {
  const [times, multiples]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    await using service = new MeasuredProgram('dist/main.js', file);
    await using koa = new MeasuredProgram('--import', 'tsx', 'bench/koa.ts', file);
    for (const program of [service, koa]) await load(program, path, 2); // to warm up
    for (let turn = 0; turn < rounds; turn++) {
      const time = await load(service, path, 1);
      times.push(time);
      multiples.push((await load(koa, path, 1)) / time);
    }
  }
  console.log(`| ${what} | ${format(times, 'µs')} | ${format(multiples, '×')} |`);
}

/** Loads a program with wrk for so many seconds. @returns the CPU time of a response in µs */
async function load(program: MeasuredProgram, path: string, seconds: number): Promise<number> {
  const url = await program.url();
  const options = ['--threads=1', '--connections=8', `--duration=${seconds}`, url + path];
  const before = program.cpuTime();
  const report = execFileSync('wrk', options, { encoding: 'utf8' });
  const time = program.cpuTime() - before;
  if (/Non-2xx|Socket errors/.test(report)) throw new Error(report);
  // The requests that wrk leaves behind are answered before this one, not in the next turn.
  await get(`${url}/1`);
  return time / Number(/(\d+) requests in/.exec(report)?.[1]);
}

/** Starts the service with a file, and changes the file. */
async function measureFile(count: number): Promise<void> {
  const [starts, reloads, peaks]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const path = writeProducts(count, OTHERS);
    const startedAt = performance.now();
    await using service = new MeasuredProgram('dist/main.js', path, '--watch');
    const url = await service.url();
    await get(`${url}/1`);
    starts.push(performance.now() - startedAt);
    await get(url);

    writeProducts(count, OTHERS, 2);
    const waits: number[] = [];
    for (let isReloaded = false; !isReloaded; ) {
      const { text, milliseconds } = await get(`${url}/1`);
      waits.push(milliseconds);
      isReloaded = text.includes('"price":2}');
    }
    waits.push((await get(url)).milliseconds);
    reloads.push(Math.max(...waits));
    peaks.push(service.peakMemory());
  }
  const cells = [format(starts, 'ms'), format(reloads, 'ms'), format(peaks, 'MiB')];
  console.log(`| ${round(count)} | ${cells.join(' | ')} |`);
}

async function get(url: string) {
  const askedAt = performance.now();
  const text = await (await fetch(url)).text();
  return { text, milliseconds: performance.now() - askedAt };
}

/** The median with the quartiles beside it: `361 ms (357–364)`. */
function format(figures: readonly number[], unit: string): string {
  const sorted = figures.toSorted((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) => round(quantile(share)));
  return `${median} ${unit} (${low}–${high})`;
}

/** At most three digits that mean something, such as `10,000` or `1.02`. */
function round(figure: number): string {
  return figure.toLocaleString('en', { maximumSignificantDigits: 3 });
}
