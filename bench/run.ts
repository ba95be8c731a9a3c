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
import { generateProducts } from './generate-products.ts';
import { check, takeTurn } from './load.ts';
import { longestWait } from './reload.ts';
import { documents, fill, texts } from './report.ts';
import { addRound, type Results, rowsOf, type Turn } from './results.ts';
import {
  type Comparison,
  commandOf,
  FOLDER,
  fileOf,
  forTables,
  forTargets,
  NGINX,
  nameAndVersion,
  peers,
  SERVICE,
  TWIN,
} from './scenarios.ts';
import { leaveServersTheirCore, memoryOf, startServer } from './server-process.ts';
import { measureStops, PRODUCTS } from './stop.ts';
import { TOO_NOISY } from './targets.ts';

const type = 'boolean';
const options = { quick: { type }, stop: { type }, draw: { type } } as const;
const { quick, stop, draw } = parseArgs({ options }).values;
const isPublished = !quick && !stop;
const [rounds, roundsForTables] = stop ? [0, 0] : quick ? [1, 1] : [5, 3];
/** Turns that are not counted, as V8 is still compiling what is called often. */
const warmUpTurns = quick ? 2 : 6;
/** An even number, since every second one goes backwards. */
const countedTurns = quick ? 2 : 4;
const RESULTS = 'docs/performance.json';

const results: Results = draw ? JSON.parse(readFileSync(RESULTS, 'utf8')) : await measure();
const figures = texts(results);
const tables = Object.entries(figures).filter(([, text]) => text.split('\n').length > 2);
console.log(`${results.run}\n`);
for (const [name, table] of tables) console.log(`${name}\n${table}\n`);
if (isPublished) publish();

async function measure(): Promise<Results> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));
  const load = () => Number(loadavg()[0]);
  for (let waits = 0; isPublished && load() >= 0.5; waits++) {
    if (waits === 60) refuse(`the load average is ${load()} after five minutes`);
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
  const targets = forTargets.filter(({ others }) => nginx || !others.includes(NGINX));

  // The service as production runs it: packed, installed and compiled.
  mkdirSync(FOLDER);
  npm('pack', '--pack-destination', FOLDER);
  npm('install', '--prefix', FOLDER, ...readdirSync(FOLDER).map((file) => join(FOLDER, file)));
  const compared = stop ? [] : [...targets, ...forTables];
  for (const products of new Set([PRODUCTS, ...compared.map((each) => each.products)])) {
    mkdirSync(dirname(fileOf(products)), { recursive: true });
    writeFileSync(fileOf(products), JSON.stringify(generateProducts(products)));
  }
  leaveServersTheirCore();
  const results: Results = { run, versions: versions.join(', '), rows: await measureStops() };
  for (let round = 1; round <= rounds; round++) {
    console.error(`Round ${round} of ${rounds}`);
    const compared = round <= roundsForTables ? [...targets, ...forTables] : targets;
    for (const comparison of compared) await compare(comparison, round, results);
  }
  return results;
}

/** A round: new processes, since those of one program differ, which take turns forwards and backwards. */
async function compare(comparison: Comparison, round: number, to: Results): Promise<void> {
  const { table, products, request, reference, others } = comparison;
  const servers = [TWIN, reference, ...others];
  const ordered = round % 2 === 0 ? servers.toReversed() : servers;
  const start = (server: string) =>
    startServer(commandOf(server === TWIN ? reference : server), fileOf(products));
  // Each start by itself: beside processes that hold a million products, memory takes longer to get. The
  // first is replaced by another, as a file that has just been written takes longer to read.
  const starts = new Map<string, Turn>();
  for (const server of table === 'By size' ? [TWIN, ...ordered] : []) {
    const startedAt = performance.now();
    const running = await start(server);
    await check(running.port, request);
    const seconds = (performance.now() - startedAt) / 1000;
    starts.set(server, { seconds, 'MB loaded': memoryOf(running.pid, 'VmRSS') });
    await running.stop();
  }
  const lanes = [];
  for (const server of ordered) {
    lanes.push({ server, running: await start(server), turns: [] as Turn[] });
  }
  for (let turn = 0; turn < warmUpTurns + countedTurns; turn++) {
    for (const { running, turns } of lanes) turns.push(await takeTurn(running, request));
    lanes.reverse();
  }
  for (const { server, running, turns } of lanes) {
    turns.splice(0, warmUpTurns);
    const whole = { ...starts.get(server), MB: memoryOf(running.pid, 'VmHWM') };
    for (const turn of turns) Object.assign(turn, whole);
    await running.stop();
  }
  const neighbours = lanes.find(({ server }) => server === reference)?.turns ?? [];
  for (const { server, turns } of lanes) {
    const [row = { table, server, products, figures: {} }] = rowsOf(to, table, server, products);
    if (!to.rows.includes(row)) to.rows.push(row);
    addRound(row, turns, neighbours);
    if (table === 'By size' && server === SERVICE) {
      row.figures.wait = [...(row.figures.wait ?? []), await longestWait(products)];
    }
  }
}

/** Writes the results, the chart of them, and the figures into the documents that quote them. */
function publish(): void {
  if (figures.targets?.includes(TOO_NOISY)) refuse(TOO_NOISY);
  const rowByRow = JSON.stringify(results).replaceAll('{"table"', '\n{"table"');
  writeFileSync(RESULTS, `${rowByRow}\n`);
  writeFileSync('docs/lists.svg', chartOf(results));
  for (const path of documents) {
    writeFileSync(path, fill(readFileSync(path, 'utf8'), figures));
  }
}

function refuse(reason: string): never {
  console.error(`${reason}: measure again when the machine is idle`);
  process.exit(1);
}

function npm(...args: string[]): void {
  execFileSync('npm', ['--loglevel=error', ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}
