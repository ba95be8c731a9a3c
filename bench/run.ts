// Holds the service against node:http, Koa and what else a user might reach for: `npm run bench`.

import { loadavg } from 'node:os';
import { writeCatalogFiles } from './catalog-files.ts';
import { shareOutCores } from './cores.ts';
import { installPeers } from './install-peers.ts';
import { load } from './load.ts';
import { loadByAutocannon } from './load-autocannon.ts';
import type { Conditions } from './measure.ts';
import { measureAll } from './measure-all.ts';
import { extentOf, type Options, readOptions, USAGE } from './options.ts';
import { report } from './report.ts';
import { FEW, MANY, MOST } from './scenarios.ts';
import { describeSetting } from './setting.ts';
import { judge } from './targets.ts';
import { writeResults } from './write-results.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

if (process.platform !== 'linux') quit('The benchmark reads /proc, which Linux alone has.');
const args = process.argv.slice(2);
const options = optionsOrQuit();
const extent = extentOf(options);
const setting = describeSetting(args, extent);
if ((loadavg()[0] ?? 0) > 1) console.error('Other programs are at work: figures will be noisy.');
installPeers();
const conditions: Conditions = {
  cores: shareOutCores(),
  load: options.autocannon ? loadByAutocannon : load,
  times: extent.times,
  fileOf: await writeCatalogFiles([FEW, MANY, MOST]),
};
if (conditions.cores === undefined) console.error('No two cores to pin to: figures will be noisy.');
const results = await measureAll(conditions, extent);
if (options.json) {
  console.log(JSON.stringify({ setting, targets: judge(results), results }, null, 2));
} else if (options.write) {
  writeResults(report(results, setting));
} else {
  console.log(report(results, setting));
}

function quit(message: string): never {
  console.error(message);
  process.exit(2);
}

function optionsOrQuit(): Options {
  try {
    return readOptions(args);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return quit(`${error.message}\n\n${USAGE}`);
  }
}
