#!/usr/bin/env node
import { createRequire } from 'node:module';
import { CatalogFile } from './adapters/file/catalog-file.ts';
import { CatalogFileError } from './adapters/file/catalog-file-error.ts';
import { describeRepeatedIds } from './adapters/file/repeated-ids.ts';
import { createServer } from './adapters/http/create-server.ts';
import { localTime, logLine } from './adapters/http/log-line.ts';
import { listJson } from './adapters/http/product-json.ts';
import type { Answer } from './adapters/http/server/answer.ts';
import type { StoppableServer } from './adapters/http/server/stoppable-server.ts';
import { MemoryCatalog } from './adapters/memory/memory-catalog.ts';
import { seedProducts } from './adapters/memory/seed-products.ts';
import { help, SettingsError } from './command-line.ts';
import { ListenError, listen } from './listen.ts';
import { printerTo } from './printer.ts';
import { readSettings, type ServeSettings } from './settings.ts';
import { stopWhenTold } from './stop-when-told.ts';

// The service goes on if nobody reads its output any more (`| head`, or a log collector that died).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  const settings = readSettings(process.argv.slice(2), process.env, process.pid);
  if (settings.action === 'help') process.stdout.write(help);
  else if (settings.action === 'version') console.log(version());
  else await serve(settings);
} catch (error) {
  if (error instanceof SettingsError) {
    exit(`product-catalogue: ${error.message} (--help says more)`, 2);
  }
  if (error instanceof CatalogFileError) exit(error.message, 1);
  if (error instanceof ListenError) exit(`product-catalogue: ${error.message}`, 1);
  throw error;
}

/** Loads the catalogue and serves it, or only says whether that is possible. */
async function serve(settings: ServeSettings): Promise<void> {
  const { file } = settings;
  // First, because process 1 in a container ignores signals that it does not handle. Until there is a
  // server, there is nothing to stop.
  let stop: StoppableServer['stop'] = async () => [];
  stopWhenTold(() => stop());

  const catalogFile = file === undefined ? undefined : new CatalogFile(file);
  const catalog = new MemoryCatalog((await catalogFile?.load()) ?? seedProducts);
  prepare(catalog, file);
  if (settings.action === 'check') {
    console.log(`${file}: valid, ${countOf(catalog)}`);
    return;
  }

  const stoppable = createServer(catalog, settings.log ? { onAnswer: logAnswers() } : {});
  stop = stoppable.stop;
  const url = await listen(stoppable.server, settings.address);
  const what = file === undefined ? countOf(catalog, 'sample ') : `${countOf(catalog)} of ${file}`;
  console.log(`Serving ${what} at ${url}/api/products`);
  if (catalogFile !== undefined && settings.watch) {
    console.log(`Watching ${file}`);
    await reloadChanges(catalogFile, catalog, file);
  }
}

/** Serves each new version of the file. */
async function reloadChanges(
  catalogFile: CatalogFile,
  catalog: MemoryCatalog,
  file = '',
): Promise<void> {
  let loadedAt = localTime(new Date());
  for await (const version of catalogFile.changes()) {
    if (version instanceof CatalogFileError) {
      console.error(version.message);
      console.error(`${file}: still serving the ${countOf(catalog)} loaded at ${loadedAt}`);
      continue;
    }
    catalog.replace(version);
    prepare(catalog, file);
    loadedAt = localTime(new Date());
    console.log(`${loadedAt} Reloaded ${file}: ${countOf(catalog)}`);
  }
}

/** Warns of repeated ids, and serialises the list so that the first client does not have to wait. */
function prepare(catalog: MemoryCatalog, file = ''): void {
  const repeated = describeRepeatedIds(catalog);
  if (repeated !== undefined) console.error(`${file}: warning: ${repeated}`);
  listJson(catalog.list());
}

/** `1 product`, `3 sample products` */
function countOf(catalog: MemoryCatalog, kind = ''): string {
  const { length } = catalog.list();
  return `${length} ${kind}${length === 1 ? 'product' : 'products'}`;
}

/** Prints a line for each response. */
function logAnswers(): (answer: Answer) => void {
  const hasColors = process.stdout.isTTY && process.stdout.hasColors();
  const print = printerTo(process.stdout);
  return (answer) => print(logLine(answer, new Date(), hasColors));
}

/** Prints a message and exits. */
function exit(words: string, status: number): never {
  console.error(words);
  process.exit(status);
}

function version(): string {
  // The same path from src/ and dist/.
  return createRequire(import.meta.url)('../package.json').version;
}
