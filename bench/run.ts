// npm run bench writes the tables and the chart of docs/performance.md. With --quick it only prints, and measures
// less: to try a change in this folder.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawChart } from './chart.ts';
import { measureCost } from './cost.ts';
import { generateProducts } from './generate-products.ts';
import { folder } from './server.ts';
import { measureStart, type Start } from './start.ts';
import { BUSY_CLIENTS, type Losses, measureStop, SLOW_READERS } from './stop.ts';
import { formatFigures, formatNumber, formatRange, formatTable, median } from './table.ts';

const { quick } = parseArgs({ options: { quick: { type: 'boolean' } } }).values;
const effort = quick
  ? { warmUpSeconds: 1, turns: 1, starts: 1, stops: 1, lists: [10_000], files: [3, 100_000] }
  : {
      warmUpSeconds: 5,
      turns: 9,
      starts: 5,
      stops: 3,
      lists: [1, 100, 10_000],
      files: [3, 100_000, 1e6],
    };

const documented = ['Koa', 'Fastify', 'Hono', 'Express', 'json-server'];
const kept = ['node:http', 'Koa, list kept', 'Fastify, list kept'];
const stoppedKoa = ['server.close()', 'http-terminator', 'http-shutdown', 'stoppable'];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const head = describeRun();
console.log(head);
// The service as it runs in production: packed, installed and compiled.
npm('pack', '--pack-destination', folder);
npm('install', '--prefix', folder, ...readdirSync(folder).map((name) => join(folder, name)));

const product = await compareProduct();
const lists = await compareLists();
const tables = [product, lists.table, await measureFiles(), await compareStops()];
if (!quick) {
  const page = readFileSync('docs/performance.md', 'utf8').replace(/^Measured on .*/m, head);
  // The tables of the page stand in the same order.
  const filled = page.replace(/(^\|.*\|\n)+/gm, () => `${tables.shift()}`);
  writeFileSync('docs/performance.md', filled);
  writeFileSync('docs/lists.svg', lists.chart);
}

/** When the benchmark runs, on what, and with which packages. */
function describeRun(): string {
  const versions = ['package-lock.json', 'bench/package-lock.json'].flatMap((path) => {
    const { packages } = JSON.parse(readFileSync(path, 'utf8'));
    const names = Object.keys(packages[''].dependencies);
    return names.map((name) => `${name} ${packages[`node_modules/${name}`].version}`);
  });
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()})`;
  const load = `load average ${loadavg()[0]?.toFixed(1)}`;
  return `Measured on ${date}: Node.js ${process.version}, ${load}, ${machine}, ${versions.join(', ')}.`;
}

/** What one product costs. */
async function compareProduct(): Promise<string> {
  const servers = ['this service', 'node:http', ...documented];
  const [expected] = generateProducts(1);
  const costs = await measureCost(servers, writeProducts(3), '/1', expected, effort);
  const rows = [...costs].map(([name, figures]) => [
    name,
    formatFigures(figures, 'µs', costs.get('Koa')),
    formatNumber(1e6 / median(figures)),
  ]);
  return print(['One product', 'CPU time', 'requests per second on one core'], rows);
}

/** What a list costs, as a table and as a chart. */
async function compareLists(): Promise<{ table: string; chart: string }> {
  const servers = ['this service', ...kept, ...documented];
  const costs: Map<string, number[]>[] = [];
  for (const size of effort.lists) {
    const list = generateProducts(size);
    costs.push(await measureCost(servers, writeProducts(size), '', list, effort));
  }
  const rows = servers.map((name) => [
    name,
    ...costs.map((each) => formatFigures(each.get(name), 'µs', each.get('node:http'))),
  ]);
  const lines = servers.map((name) => ({
    name,
    isKept: !documented.includes(name),
    rates: costs.map((each) => 1e6 / median(each.get(name))),
  }));
  const table = print(['List of', ...effort.lists.map(formatNumber)], rows);
  return { table, chart: drawChart(effort.lists, lines) };
}

/** What a start and a reload cost, by the number of products in the file. */
async function measureFiles(): Promise<string> {
  const rows = [];
  for (const size of effort.files) {
    const starts: Start[] = [];
    for (let start = 0; start < effort.starts; start++) {
      starts.push(await measureStart(generateProducts(size), join(folder, 'watched.json')));
    }
    const format = (figure: keyof Start, unit: string) => {
      const figures = starts.map((start) => start[figure]);
      return formatFigures(figures, unit);
    };
    const waits = [format('milliseconds', 'ms'), format('longestWait', 'ms')];
    rows.push([formatNumber(size), ...waits, format('firstList', 'ms'), format('memory', 'MB')]);
  }
  const reload = ['longest wait in a reload', 'first list after it'];
  return print(['File of', 'start', ...reload, 'most memory'], rows);
}

/** What a stop loses. */
async function compareStops(): Promise<string> {
  const file = writeProducts(200_000);
  const rows = [];
  for (const name of ['this service', ...stoppedKoa.map((way) => `Koa, ${way}`)]) {
    const losses: Losses[] = [];
    for (let stop = 0; stop < effort.stops; stop++) losses.push(await measureStop(name, file));
    const lost = (kind: keyof Losses) => formatRange(losses.map((each) => each[kind]));
    const busy = [`${lost('kept')} of ${BUSY_CLIENTS}`, `${lost('anew')} of ${BUSY_CLIENTS}`];
    rows.push([name, ...busy, `${lost('slow')} of ${SLOW_READERS}`]);
  }
  return print(['Lost requests', 'kept connections', 'new connections', 'slow readers'], rows);
}

/** Prints a table, so that a run can be followed. @returns the table */
function print(head: string[], rows: string[][]): string {
  const table = formatTable(head, rows);
  console.log(`\n${table}`);
  return table;
}

/** Writes a products file. @returns its path */
function writeProducts(count: number): string {
  const path = join(folder, `${count}.json`);
  writeFileSync(path, JSON.stringify(generateProducts(count)));
  return path;
}

function npm(...args: string[]): void {
  execFileSync('npm', ['--loglevel=error', ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}
