// Compares the service with what you might use instead, and puts the results into the documentation:
// npm run bench. With --quick it only prints them, likewise with --stop, which only stops servers; with --draw
// it writes the last ones again.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, type as osType, release } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chartOf } from './chart.ts';
import { compare } from './compare.ts';
import { generateProducts } from './generate-products.ts';
import { documents, fill, stopTable, tableOf, texts } from './report.ts';
import { type Results, rowsOf } from './results.ts';
import {
  FOLDER,
  fileOf,
  inEachRound,
  inFirstRound,
  NGINX,
  nameAndVersion,
  peers,
} from './scenarios.ts';
import { leaveServersTheirCore } from './server-process.ts';
import { measureStops, PRODUCTS } from './stop.ts';
import { judge, TOO_NOISY } from './targets.ts';

const type = 'boolean';
const options = { quick: { type }, stop: { type }, draw: { type } } as const;
const { quick, stop, draw } = parseArgs({ options }).values;
const isPublished = !quick && !stop;
const minutes = stop ? 2 : quick ? 5 : 25;
/** Rounds, and more of them for targets that are too noisy then. */
const [rounds, moreRounds] = stop ? [0, 0] : quick ? [1, 0] : [5, 3];
const [warmUpMillis, turns] = quick ? [0, 2] : [2000, 6];
const RESULTS = 'docs/performance.json';

const results: Results = draw ? JSON.parse(readFileSync(RESULTS, 'utf8')) : await measure();
const figures = texts(results);
const tables = Object.entries(figures).filter(([, text]) => text.split('\n').length > 2);
console.log(`\n${results.run}\n`);
for (const [name, table] of tables) console.log(`${name}\n${table}\n`);
if (isPublished) publish();
if (isPublished && !draw && tooNoisy(results).length > 0) fail(TOO_NOISY);

async function measure(): Promise<Results> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));
  console.log(`This takes about ${minutes} minutes on an idle machine`);
  const load = () => Number(loadavg()[0]);
  for (let waits = 0; isPublished && load() >= 0.5; waits++) {
    if (waits === 0) console.log(`Waiting, as the load average is ${load()}`);
    if (waits === 60) fail(`the load average is ${load()} after five minutes`);
    await wait(5000);
  }
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${osType()} ${release()}`;
  const date = new Date().toISOString().slice(0, 10);
  const run = `${date}, ${machine}, Node.js ${process.version}, load average ${load().toFixed(2)}`;
  npm('ci', '--prefix', 'bench');
  const versions = peers.map(nameAndVersion);
  // Debian installs nginx in /usr/sbin, which is not in every user's PATH.
  process.env.PATH += ':/usr/sbin';
  const { stderr } = spawnSync('nginx', ['-v'], { encoding: 'utf8' });
  const nginx = /nginx\/(\S+)/.exec(stderr)?.[1];
  versions.push(nginx ? `nginx ${nginx}` : 'no nginx, so nothing was measured through it');
  const repeated = inEachRound.filter(({ others }) => nginx || !others.includes(NGINX));

  // The service as production runs it: packed, installed and compiled.
  mkdirSync(FOLDER);
  npm('pack', '--pack-destination', FOLDER);
  npm('install', '--prefix', FOLDER, ...readdirSync(FOLDER).map((file) => join(FOLDER, file)));
  const all = stop ? [] : [...repeated, ...inFirstRound];
  for (const products of new Set([PRODUCTS, ...all.map((each) => each.products)])) {
    mkdirSync(dirname(fileOf(products)), { recursive: true });
    writeFileSync(fileOf(products), JSON.stringify(generateProducts(products)));
  }
  leaveServersTheirCore();
  const results: Results = { run, versions: versions.join(', '), rows: [] };
  for await (const row of measureStops()) {
    results.rows.push(row);
    say('What a stop loses', stopTable([row]));
  }
  for (let round = 1; round <= rounds + moreRounds; round++) {
    const noisy = tooNoisy(results);
    const again = repeated.filter(({ table }) => round <= rounds || noisy.includes(table));
    for (const comparison of round === 1 ? all : again) {
      await compare(comparison, round, warmUpMillis, turns, results);
      const { table, products, others } = comparison;
      const rows = rowsOf(results, table, undefined, products);
      // nginx is another process than the one whose CPU is measured.
      const columns = others.includes(NGINX) ? { 'requests/s': 'requests/s' } : undefined;
      say(
        `Round ${round}, ${table}, ${products.toLocaleString('en-GB')} products`,
        tableOf(rows, columns),
      );
    }
    if (isPublished) save(results);
  }
  return results;
}

/** The tables of the targets whose verdict is TOO_NOISY. */
function tooNoisy(results: Results): string[] {
  return judge(results).flatMap(({ table, verdict }) => (verdict === TOO_NOISY ? [table] : []));
}

function say(what: string, table: string): void {
  console.log(`\n${Math.round(performance.now() / 1000)} s: ${what}\n${table}`);
}

/** After each round: if a later one fails, `--draw` still publishes those before. */
function save(results: Results): void {
  const rowByRow = JSON.stringify(results).replaceAll('{"table"', '\n{"table"');
  writeFileSync(RESULTS, `${rowByRow}\n`);
}

/** Writes the results, the chart of them, and the figures into the documents that quote them. */
function publish(): void {
  save(results);
  writeFileSync('docs/lists.svg', chartOf(results));
  for (const path of documents) {
    writeFileSync(path, fill(readFileSync(path, 'utf8'), figures));
  }
}

function fail(reason: string): never {
  console.error(`${reason}: measure again when the machine is idle`);
  process.exit(1);
}

function npm(...args: string[]): void {
  execFileSync('npm', ['--loglevel=error', ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}
