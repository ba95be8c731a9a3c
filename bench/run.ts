// Compares the service with what you might use instead, and puts the results into the documentation:
// npm run bench. With --quick it prints them instead, and with --draw it only draws the last ones.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, type } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeProducts } from './generate-products.ts';
import { check, takeTurn } from './load.ts';
import { pictures, render } from './pictures.ts';
import { fill, texts } from './report.ts';
import { addRound, type Results, type Row, rowsOf, type Turn } from './results.ts';
import { type Comparison, commands, comparisons, FOLDER, fileOf, ROOT } from './scenarios.ts';
import { leaveServersTheirCore, startServer, usageOf } from './server-process.ts';

const { quick, draw } = parseArgs({
  options: { quick: { type: 'boolean' }, draw: { type: 'boolean' } },
}).values;
const [rounds, drawnRounds] = quick ? [1, 0] : [5, 3];
const TURNS = 4;
const TURN_MILLIS = 200;
/** Until V8 has compiled what is called often; it does so on the core of the server. */
const WARM_UP_MILLIS = 1200;
const RESULTS = join(ROOT, 'docs/performance.json');

if (!existsSync(join(ROOT, 'bench/node_modules'))) npm('ci', '--prefix', 'bench');
const results: Results = draw ? JSON.parse(readFileSync(RESULTS, 'utf8')) : await measure();
if (!quick) publish();
for (const [name, text] of Object.entries(texts(results))) console.log(`${name}\n${text}\n`);

async function measure(): Promise<Results> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));
  const load = loadavg()[0] ?? 0;
  if (load > 1) console.error('Other programs are at work: figures will be noisy');
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${type()} ${release()}`;
  const date = new Date().toISOString().slice(0, 10);
  const run = `${date}, ${machine}, Node.js ${process.version}, load average ${load.toFixed(1)}`;

  const measured = comparisons.filter(({ isOnlyDrawn }) => !isOnlyDrawn || drawnRounds > 0);
  const rows = measured.flatMap(({ table, lanes }) =>
    lanes.map(([server, products]): Row => ({ table, server, products, figures: {} })),
  );
  // The service as production runs it: packed, installed and compiled.
  mkdirSync(FOLDER);
  npm('pack', '--pack-destination', FOLDER);
  npm('install', '--prefix', FOLDER, ...readdirSync(FOLDER).map((file) => join(FOLDER, file)));
  for (const products of new Set(rows.map((row) => row.products))) {
    mkdirSync(dirname(fileOf(products)), { recursive: true });
    writeProducts(products, fileOf(products));
  }
  leaveServersTheirCore();
  for (let round = 1; round <= rounds; round++) {
    console.error(`Round ${round} of ${rounds}`);
    for (const comparison of measured) {
      if (round <= drawnRounds || !comparison.isOnlyDrawn) await compare(comparison, { run, rows });
    }
  }
  return { run, rows };
}

/**
 * One round of a comparison. It has new processes, since two of one program may differ by more than two
 * turns of one. All are alive at once and take turns, so that a ratio compares neighbours in time.
 */
async function compare(comparison: Comparison, to: Results): Promise<void> {
  const { table, request, reference } = comparison;
  const lanes = [];
  for (const [server, products] of comparison.lanes) {
    const startedAt = performance.now();
    const running = await startServer(commands[server] ?? [], fileOf(products));
    await check(running.port, request);
    const seconds = (performance.now() - startedAt) / 1000;
    const start = { seconds, 'MB loaded': usageOf(running.pid).megabytes };
    lanes.push({ server, products, running, start, turns: [] as Turn[] });
  }
  for (const { running } of lanes) await takeTurn(running, request, WARM_UP_MILLIS);
  for (let turn = 1; turn <= TURNS; turn++) {
    for (const { running, start, turns } of lanes) {
      const figures = await takeTurn(running, request, TURN_MILLIS);
      turns.push({ ...figures, ...start, MB: usageOf(running.pid).megabytes });
    }
  }
  for (const { server, products, running, turns } of lanes) {
    await running.stop();
    const other = lanes.find((lane) => lane.server === reference && lane.products === products);
    const [row] = rowsOf(to, table, server, products);
    if (row !== undefined && other !== undefined) addRound(row, turns, other.turns);
  }
}

/** Writes the results, the pictures of them, and the figures into the documents that quote them. */
function publish(): void {
  const rowByRow = JSON.stringify(results).replaceAll('{"table"', '\n{"table"');
  writeFileSync(RESULTS, `${rowByRow}\n`);
  for (const [name, specification] of Object.entries(pictures(results))) {
    writeFileSync(join(ROOT, 'docs', name), render(specification));
  }
  for (const name of ['README.md', 'docs/performance.md']) {
    const path = join(ROOT, name);
    writeFileSync(path, fill(readFileSync(path, 'utf8'), texts(results)));
  }
}

function npm(...args: string[]): void {
  // What npm prints is no part of the report.
  execFileSync('npm', args, { cwd: ROOT, stdio: ['ignore', process.stderr, 'inherit'] });
}
