// npm run bench writes the tables and the chart of docs/performance.md. With --quick it only
// prints, and measures less: to try a change in this folder.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawChart } from './chart.ts';
import { measureCosts } from './cost.ts';
import { generateProducts, OTHER_ALPHABETS } from './generate-products.ts';
import { folder } from './server.ts';
import { measureStart, type Start } from './start.ts';
import { BUSY_CLIENTS, type Losses, measureStop, SLOW_READERS } from './stop.ts';
import { formatFigures, formatNumber, formatTable, quantile } from './table.ts';

const { quick } = parseArgs({ options: { quick: { type: 'boolean' } } }).values;
const effort = quick
  ? { processes: 1, warmUpSeconds: 1, turns: 1, starts: 1, stops: 1 }
  : { processes: 5, warmUpSeconds: 3, turns: 4, starts: 5, stops: 3 };
const responses = [
  { what: 'one product', path: '/1', products: generateProducts(3) },
  { what: 'list of 10,000', path: '', products: generateProducts(10_000) },
  {
    what: 'list of 10,000, other alphabets',
    path: '',
    products: generateProducts(10_000, OTHER_ALPHABETS),
  },
];
const files = quick ? [3, 1e5] : [3, 1e5, 1e6];

const reference = 'node:http';
const cached = ['this service', 'Koa, cached list', 'Fastify, cached list'];
const servers = [reference, ...cached, 'Koa', 'Fastify', 'Hono', 'Express', 'json-server'];
const stoppedKoa = ['server.close()', 'http-terminator', 'http-shutdown', 'stoppable'];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
if (spawnSync('wrk').error) {
  console.error('The load comes from wrk: apt-get install wrk');
  process.exit(1);
}
const run = describeRun();
const versions = listVersions();
console.log(`${run}\n${versions}`);
// The service as it runs in production: packed, installed and compiled.
npm('pack', '--pack-destination', folder);
npm('install', '--prefix', folder, ...readdirSync(folder).map((name) => join(folder, name)));

const costs = await compareCosts();
const tables = [costs.table, await measureFiles()];
// The page has these figures in a sentence, which is written by hand.
await compareStops();
if (!quick) {
  const page = readFileSync('docs/performance.md', 'utf8')
    .replace(/^Measured on .*/m, run)
    .replace(/^Versions: .*/m, versions)
    // The tables of the page stand in the same order.
    .replace(/(^\|.*\|\n)+/gm, () => `${tables.shift()}`);
  writeFileSync('docs/performance.md', page);
  writeFileSync('docs/responses.svg', costs.chart);
}

/** When the benchmark runs, and on what. */
function describeRun(): string {
  const date = new Date().toISOString().slice(0, 10);
  const cores = `${cpus().length} cores (${cpus()[0]?.model.trim()})`;
  const load = loadavg()[0]?.toFixed(1);
  return `Measured on ${date}: ${cores}, load average ${load}, Node.js ${process.version}.`;
}

/** The packages of the servers. */
function listVersions(): string {
  const versions = ['package-lock.json', 'bench/package-lock.json'].flatMap((path) => {
    const { packages } = JSON.parse(readFileSync(path, 'utf8'));
    const names = Object.keys(packages[''].dependencies);
    return names.map((name) => `${name} ${packages[`node_modules/${name}`].version}`);
  });
  return `Versions: ${versions.join(', ')}.`;
}

/** What each response costs: as a table, and as a chart of the rates that follow from it. */
async function compareCosts(): Promise<{ table: string; chart: string }> {
  const columns: Map<string, number[]>[] = [];
  for (const { path, products } of responses) {
    const expected = path === '' ? products : products[0];
    columns.push(await measureCosts(servers, writeProducts(products), path, expected, effort));
  }
  const rows = servers.map((server) => {
    const unit = server === reference ? 'µs' : '×';
    return [server, ...columns.map((figures) => formatFigures(figures.get(server) ?? [], unit))];
  });
  // Other alphabets have a column, but no panel.
  const panels = responses.slice(0, 2).map(({ what }, index) => {
    const median = (server: string) => quantile(columns[index]?.get(server) ?? [], 0.5);
    const timeOf = (server: string) =>
      server === reference ? median(reference) : median(reference) * median(server);
    return { title: what, bars: servers.map((server) => ({ server, rate: 1e6 / timeOf(server) })) };
  });
  const heads = responses.map(({ what }) => what);
  return { table: print(['CPU time of', ...heads], rows), chart: drawChart(panels) };
}

/** What a start and a reload cost, by the number of products in the file. */
async function measureFiles(): Promise<string> {
  const rows = [];
  for (const size of files) {
    const starts: Start[] = [];
    for (let start = 0; start < effort.starts; start++) {
      const products = generateProducts(size, OTHER_ALPHABETS);
      starts.push(await measureStart(products, join(folder, 'watched.json')));
    }
    const format = (figure: keyof Start, unit: string) => {
      const figures = starts.map((start) => start[figure]);
      return formatFigures(figures, unit);
    };
    const waits = [format('milliseconds', 'ms'), format('longestWait', 'ms')];
    rows.push([formatNumber(size), ...waits, format('firstList', 'ms'), format('memory', 'MB')]);
  }
  const heads = ['Products in the file', 'start', 'longest wait', 'first list', 'most memory'];
  return print(heads, rows);
}

/** Prints what the worst of some stops loses. */
async function compareStops(): Promise<void> {
  const file = writeProducts(generateProducts(200_000));
  const rows = [];
  for (const name of ['this service', ...stoppedKoa.map((way) => `Koa, ${way}`)]) {
    const losses: Losses[] = [];
    for (let stop = 0; stop < effort.stops; stop++) losses.push(await measureStop(name, file));
    const lost = (kind: keyof Losses) => Math.max(...losses.map((each) => each[kind]));
    const busy = [`${lost('keepAlive')} of ${BUSY_CLIENTS}`, `${lost('anew')} of ${BUSY_CLIENTS}`];
    rows.push([name, ...busy, `${lost('slow')} of ${SLOW_READERS}`]);
  }
  const clients = ['keep-alive connections', 'new connections', 'slow readers'];
  print(['Lost requests', ...clients], rows);
}

/** Prints a table, so that a run can be followed. @returns the table */
function print(head: string[], rows: string[][]): string {
  const table = formatTable(head, rows);
  console.log(`\n${table}`);
  return table;
}

/** Writes a products file. @returns its path */
function writeProducts(products: object[]): string {
  const path = join(folder, 'products.json');
  writeFileSync(path, JSON.stringify(products));
  return path;
}

function npm(...args: string[]): void {
  execFileSync('npm', ['--loglevel=error', ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}
