// Compares the service with what you might use instead, and puts the results into the documentation:
// npm run bench. With --quick it prints them instead, and with --draw it only draws the last ones.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, type } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeProducts } from './generate-products.ts';
import { check, takeTurn } from './load.ts';
import { pictures } from './pictures.ts';
import { fill, TOO_NOISY, texts } from './report.ts';
import { addRound, type Results, rowsOf, type Turn } from './results.ts';
import { type Comparison, commandOf, FOLDER, fileOf } from './scenarios.ts';
import { forPictures, forTargets, NGINX, peers, ROOT } from './scenarios.ts';
import { leaveServersTheirCore, megabytesOf, startServer } from './server-process.ts';

process.chdir(ROOT);
const { quick, draw } = parseArgs({
  options: { quick: { type: 'boolean' }, draw: { type: 'boolean' } },
}).values;
const [rounds, roundsForPictures] = quick ? [1, 0] : [5, 3];
/** An even number, since every second one goes backwards. */
const TURNS = 4;
const TURN_MILLIS = 200;
/** Until V8 has compiled what is called often; it does so on the core of the server. */
const WARM_UP_MILLIS = 1200;
const RESULTS = 'docs/performance.json';

if (!existsSync('bench/node_modules')) npm('ci', '--prefix', 'bench');
const results: Results = draw ? JSON.parse(readFileSync(RESULTS, 'utf8')) : await measure();
const figures = texts(results);
const tables = Object.entries(figures).filter(([, text]) => text.includes(' | '));
for (const [name, table] of tables) console.log(`${name}\n${table}\n`);
if (figures.targets?.includes(TOO_NOISY)) {
  console.error(`${TOO_NOISY} to be published: measure again when the machine is idle`);
  process.exitCode = 1;
} else if (!quick) publish();

async function measure(): Promise<Results> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));
  const load = loadavg()[0] ?? 0;
  if (load > 1) console.error('Other programs are at work: figures will be noisy');
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${type()} ${release()}`;
  const date = new Date().toISOString().slice(0, 10);
  const run = `${date}, ${machine}, Node.js ${process.version}, load average ${load.toFixed(1)}`;
  const versions = peers.map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return `${name} ${version}`;
  });
  // Debian installs nginx in /usr/sbin, which is not in every user's PATH.
  process.env.PATH += ':/usr/sbin';
  const { stderr } = spawnSync('nginx', ['-v'], { encoding: 'utf8' });
  const nginx = /nginx\/(\S+)/.exec(stderr)?.[1];
  versions.push(nginx ? `nginx ${nginx}` : 'no nginx, so nothing was measured through it');
  const targets = forTargets.filter(({ servers }) => nginx || !servers.includes(NGINX));

  // The service as production runs it: packed, installed and compiled.
  mkdirSync(FOLDER);
  npm('pack', '--pack-destination', FOLDER);
  npm('install', '--prefix', FOLDER, ...readdirSync(FOLDER).map((file) => join(FOLDER, file)));
  for (const products of new Set([...targets, ...forPictures].map((each) => each.products))) {
    mkdirSync(dirname(fileOf(products)), { recursive: true });
    writeProducts(products, fileOf(products));
  }
  leaveServersTheirCore();
  const results: Results = { run, versions: versions.join(', '), rows: [] };
  for (let round = 1; round <= rounds; round++) {
    console.error(`Round ${round} of ${rounds}`);
    const compared = round <= roundsForPictures ? [...targets, ...forPictures] : targets;
    for (const comparison of compared) await compare(comparison, round, results);
  }
  return results;
}

/** A round: new processes, since those of one program differ, which take turns forwards and backwards. */
async function compare(comparison: Comparison, round: number, to: Results): Promise<void> {
  const { table, products, request, servers } = comparison;
  const lanes = [];
  for (const server of round % 2 === 0 ? servers.toReversed() : servers) {
    const startedAt = performance.now();
    const running = await startServer(commandOf(server), fileOf(products));
    await check(running.port, request);
    const seconds = (performance.now() - startedAt) / 1000;
    const start = { seconds, 'MB loaded': megabytesOf(running.pid, 'VmRSS') };
    running.signal('SIGSTOP');
    lanes.push({ server, running, start, turns: [] as Turn[] });
  }
  for (const { running } of lanes) await takeTurn(running, request, WARM_UP_MILLIS);
  for (let turn = 1; turn <= TURNS; turn++) {
    for (const { running, start, turns } of lanes) {
      turns.push({ ...start, ...(await takeTurn(running, request, TURN_MILLIS)) });
    }
    lanes.reverse();
  }
  const reference = lanes.find(({ server }) => server === servers[0])?.turns ?? [];
  for (const { server, running, turns } of lanes) {
    await running.stop();
    const [row = { table, server, products, figures: {} }] = rowsOf(to, table, server, products);
    if (!to.rows.includes(row)) to.rows.push(row);
    addRound(row, turns, reference);
  }
}

/** Writes the results, the pictures of them, and the figures into the documents that quote them. */
function publish(): void {
  const rowByRow = JSON.stringify(results).replaceAll('{"table"', '\n{"table"');
  writeFileSync(RESULTS, `${rowByRow}\n`);
  for (const [path, svg] of Object.entries(pictures(results))) writeFileSync(path, svg);
  for (const path of ['README.md', 'docs/performance.md']) {
    writeFileSync(path, fill(readFileSync(path, 'utf8'), figures));
  }
}

function npm(...args: string[]): void {
  // What npm prints is no part of the report.
  execFileSync('npm', args, { stdio: ['ignore', process.stderr, 'inherit'] });
}
