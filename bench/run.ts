// Compares the service with node:http, Koa and what else you might use: npm run bench [-- --quick].
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeProducts } from './generate-products.ts';
import { check, takeTurn } from './load.ts';
import {
  describeRun,
  type Figures,
  judge,
  medians,
  ratio,
  type Sample,
  tabulate,
} from './report.ts';
import * as scenarios from './scenarios.ts';
import { HOST, startServer, usageOf } from './server-process.ts';

const { FOLDER, ROOT, FEW, MANY, MOST, fileOf, requests } = scenarios;
const { quick } = parseArgs({ options: { quick: { type: 'boolean' } } }).values;
const { rounds, warmUps, turns, millis, starts, rareRounds } = quick
  ? { rounds: 1, warmUps: 2, turns: 3, millis: 150, starts: 1, rareRounds: 1 }
  : { rounds: 7, warmUps: 4, turns: 5, millis: 200, starts: 7, rareRounds: 3 };

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));
if ((loadavg()[0] ?? 0) > 1) console.error('Other programs are at work: figures will be noisy');
const setting = describeRun(`${rounds} × ${turns} turns of ${millis} ms`);
prepare();

const samples: Sample[] = [];
for (let round = 1; round <= rounds; round++) {
  console.error(`Round ${round} of ${rounds}`);
  for (const [table, compared] of Object.entries(scenarios.comparisons)) {
    await compare(table, compared);
  }
}
for (let round = 1; round <= starts; round++) {
  for (const server of scenarios.started) await start('Start', server, FEW);
}
for (let round = 1; round <= rareRounds; round++) {
  console.error(`1,000,000 products and unread lists: round ${round} of ${rareRounds}`);
  await start('1,000,000 products', scenarios.service, MOST);
  await change('A change to 1,000,000 products', scenarios.watching, MOST);
  for (const server of scenarios.leftUnread) leaveUnread('Unread lists', server, MANY);
}
console.log([setting, judge(samples, scenarios.targets), tabulate(samples)].join('\n\n'));

/** Installs what is compared, writes the catalogue files, and leaves the servers their core. */
function prepare(): void {
  // What npm prints is no part of the report.
  const npm = (...args: string[]): void => {
    execFileSync('npm', args, { cwd: ROOT, stdio: ['ignore', process.stderr, 'inherit'] });
  };
  if (!existsSync(join(ROOT, 'bench/node_modules'))) npm('ci', '--prefix', 'bench');
  mkdirSync(FOLDER);
  npm('pack', '--pack-destination', FOLDER);
  npm('install', '--prefix', FOLDER, ...readdirSync(FOLDER).map((file) => join(FOLDER, file)));
  for (const count of [FEW, MANY, MOST]) writeProducts(count, fileOf(count));
  const pin = ['--all-tasks', '--cpu-list', '--pid', scenarios.LOAD_CORE, `${process.pid}`];
  execFileSync('taskset', pin, { stdio: 'ignore' });
}

/**
 * One round of a table. It has new processes, since two of one program may differ by more than two turns
 * of one. All are alive at once and take turns, so that a ratio compares neighbours in time.
 */
async function compare(table: string, compared: readonly scenarios.Scenario[]): Promise<void> {
  const lanes = [];
  for (const { server, held, request } of compared) {
    const running = await startServer(server, fileOf(held));
    lanes.push({ row: server.name, running, request, turns: [] as Figures[] });
  }
  for (let turn = -warmUps; turn < turns; turn++) {
    for (const lane of lanes) {
      const figures = await takeTurn(lane.running, lane.request, millis);
      if (turn >= 0) lane.turns.push(figures);
    }
  }
  for (const { row, running, turns } of lanes) {
    const figures = {
      ...medians(turns),
      'ratio of CPU': ratio(turns, lanes[1]?.turns ?? [], 'CPU µs a request'),
      'MB resident': usageOf(running.pid).megabytes,
    };
    samples.push({ table, row, figures });
    await running.stop();
  }
}

/** One round: a server from its start to its first list. */
async function start(table: string, server: scenarios.Server, held: number): Promise<void> {
  const startedAt = performance.now();
  const running = await startServer(server, fileOf(held));
  await check(running.port, requests.product);
  const answeredAt = performance.now();
  const { megabytes, processes } = usageOf(running.pid);
  await (await fetch(`http://${HOST}:${running.port}${requests.list.target}`)).arrayBuffer();
  const figures = {
    'ms to first answer': answeredAt - startedAt,
    'MB resident': megabytes,
    processes,
    'ms for first list': performance.now() - answeredAt,
    'MB after it': usageOf(running.pid).megabytes,
  };
  samples.push({ table, row: server.name, figures });
  await running.stop();
}

/** One round: a file of few products becomes one of so many, while a client asks over and over. */
async function change(table: string, server: scenarios.Server, held: number): Promise<void> {
  const file = join(FOLDER, 'watched.json');
  copyFileSync(fileOf(FEW), file);
  copyFileSync(fileOf(held), `${file}.new`);
  const running = await startServer(server, file);
  renameSync(`${file}.new`, file);
  const changedAt = performance.now();
  let longest = 0;
  for (let status = 0; status !== 200; ) {
    const askedAt = performance.now();
    // The last product, which only the new file has.
    ({ status } = await fetch(`http://${HOST}:${running.port}${requests.list.target}/${held}`));
    longest = Math.max(longest, performance.now() - askedAt);
  }
  const figures = {
    'ms until it is served': performance.now() - changedAt,
    'ms of the longest response': longest,
    'MB after it': usageOf(running.pid).megabytes,
  };
  samples.push({ table, row: server.name, figures });
  await running.stop();
}

/**
 * One round of `unread.ts`, in a network of its own whose loopback has packets of Ethernet's size. With
 * the usual ones of 64 KiB the kernel buffers several MB for each connection, and the server has nothing
 * to hold. No network gives that to a client far away.
 */
function leaveUnread(table: string, server: scenarios.Server, held: number): void {
  const network = 'ip link set lo up mtu 1500 && exec "$@"';
  const program = [process.execPath, '--import', 'tsx', join(ROOT, 'bench/unread.ts')];
  const args = ['--map-root-user', '--net', 'sh', '-c', network, 'sh', ...program];
  try {
    const json = execFileSync('unshare', [...args, JSON.stringify(server), fileOf(held)]);
    samples.push({ table, row: server.name, figures: JSON.parse(json.toString()) });
  } catch (error) {
    // Not every machine allows such a network.
    console.error(`${error}`);
  }
}
