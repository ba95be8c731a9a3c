// Compares the service with node:http, Koa and what else you might use: npm run bench [-- --quick].
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeProducts } from './generate-products.ts';
import { change, compare, leaveUnread, start } from './measure.ts';
import { add, describeRun, judge, type Results, tabulate } from './report.ts';
import * as scenarios from './scenarios.ts';

const { FOLDER, ROOT, FEW, MANY, MOST } = scenarios;
const { quick } = parseArgs({ options: { quick: { type: 'boolean' } } }).values;
const { rounds, starts, rareRounds, ...extent } = quick
  ? { rounds: 1, warmUps: 3, turns: 3, millis: 150, starts: 1, rareRounds: 1 }
  : { rounds: 3, warmUps: 8, turns: 17, millis: 200, starts: 7, rareRounds: 3 };

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => rmSync(FOLDER, { recursive: true, force: true }));
if ((loadavg()[0] ?? 0) > 1) console.error('Other programs are at work: figures will be noisy');
const setting = describeRun(`${rounds} × ${extent.turns} turns of ${extent.millis} ms`);
prepare();

const results: Results = {};
for (let round = 1; round <= rounds; round++) {
  console.error(`Round ${round} of ${rounds}`);
  for (const [table, compared] of Object.entries(scenarios.comparisons)) {
    add(results, table, await compare(compared, extent));
  }
}
for (let round = 1; round <= starts; round++) {
  for (const server of scenarios.started) add(results, 'Start', await start(server, FEW));
}
for (let round = 1; round <= rareRounds; round++) {
  console.error(`1,000,000 products and unread lists: round ${round} of ${rareRounds}`);
  add(results, '1,000,000 products', await start(scenarios.service, MOST));
  add(results, 'A change to 1,000,000 products', await change(scenarios.watching, MOST));
  for (const server of scenarios.leftUnread) {
    add(results, 'Unread lists', await leaveUnread(server, MANY));
  }
}
console.log([setting, judge(results, scenarios.targets), tabulate(results)].join('\n\n'));

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
  for (const count of [FEW, MANY, MOST]) writeProducts(count, scenarios.fileOf(count));
  const pin = ['--all-tasks', '--cpu-list', '--pid', scenarios.LOAD_CORE, `${process.pid}`];
  execFileSync('taskset', pin, { stdio: 'ignore' });
}
