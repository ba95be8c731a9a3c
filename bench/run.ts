// npm run bench prints the figures of docs/performance.md as they stand there; with --quick, it
// measures less.
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { measureFile } from './files.ts';
import { measureResponses } from './responses.ts';

const { quick } = parseArgs({ options: { quick: { type: 'boolean' } } }).values;
const effort = quick
  ? { processes: 1, warmUpSeconds: 1, turns: 1, starts: 1 }
  : { processes: 5, warmUpSeconds: 2, turns: 5, starts: 5 };

const date = new Date().toISOString().slice(0, 10);
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node.js ${process.version}`;
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const versionOf = (name: string) => `${name} ${packages[`node_modules/${name}`].version}`;
console.log(`Measured on ${date}: ${machine}, ${versionOf('koa')}, ${versionOf('@koa/router')}.`);

printHead('CPU time of a response', 'this service', 'bare `node:http`', 'Koa with @koa/router');
for (const [what, path] of [
  ['one product', '/1'],
  ['list of 10,000 products', ''],
] as const) {
  const { service, bareNode, koa } = await measureResponses(path, effort);
  printRow(what, format(service, 'µs'), format(bareNode, '×'), format(koa, '×'));
}

printHead('Products in the file', 'start', 'reload', 'resident memory', 'peak memory');
for (const count of [3, 100_000, 1_000_000]) {
  const { start, reload, resident, peak } = await measureFile(count, effort.starts);
  const times = [format(start, 'ms'), format(reload, 'ms')];
  printRow(round(count), ...times, format(resident, 'MiB'), format(peak, 'MiB'));
}

function printHead(...cells: string[]): void {
  console.log('');
  printRow(...cells);
  printRow('---', ...cells.slice(1).map(() => '--:'));
}

function printRow(...cells: string[]): void {
  console.log(`| ${cells.join(' | ')} |`);
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
