#!/usr/bin/env node
import { createRequire } from 'node:module';
import { CatalogFile, type FileState } from './adapters/file/catalog-file.ts';
import { CatalogFileError } from './adapters/file/catalog-file-error.ts';
import { watch as watchFile } from './adapters/file/watch-products.ts';
import { listJson } from './adapters/http/product-json.ts';
import { MemoryCatalog } from './adapters/memory/memory-catalog.ts';
import { sampleProducts } from './adapters/memory/sample-products.ts';
import { help, SettingsError } from './cli/command-line.ts';
import { ListenError, listen, networkUrls } from './cli/listen.ts';
import { createLogWriter, localTime, logLine } from './cli/log.ts';
import { folderOfCaller } from './cli/npm.ts';
import { readSettings, type ServeSettings } from './cli/settings.ts';
import { shutDownOnSignals } from './cli/shutdown.ts';
import { createServer } from './create-server.ts';
import { InvalidProductError } from './domain/invalid-product-error.ts';
import type { Product } from './domain/product.ts';
import { pluralize } from './domain/wording.ts';
import type { AccessLogEntry } from './http-server/graceful-server.ts';

// The service goes on if nobody reads its output any more (`| head`, or a log collector that died).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const { version } = createRequire(import.meta.url)('../package.json');

// A relative path is one of the folder in which it was typed.
const folder = folderOfCaller(process.env);
if (folder) process.chdir(folder);

try {
  const settings = readSettings(process.argv.slice(2), process.env, process.pid);
  if (settings.action === 'help') process.stdout.write(help);
  else if (settings.action === 'version') console.log(version);
  else await start(settings);
} catch (error) {
  if (error instanceof SettingsError || error instanceof ListenError) {
    console.error(`product-catalogue: ${error.message}`);
  } else if (error instanceof CatalogFileError || error instanceof InvalidProductError) {
    console.error(error.message);
  } else throw error;
  process.exit(error instanceof SettingsError ? 2 : 1);
}

/** Loads the catalogue and serves it, or only says that the file is valid. */
async function start({ action, path, watch, log, address }: ServeSettings): Promise<void> {
  // The products of a file replace these before anything listens.
  const catalog = new MemoryCatalog(sampleProducts);
  const { server, stop } = createServer(catalog, log ? { onResponse: logResponses() } : {});
  // Before the file is read, which takes time: until then, process 1 of a container would ignore signals. Not with
  // `--check`: a signal must not end that as a success.
  if (action === 'serve') shutDownOnSignals(stop);

  const file = path === undefined ? undefined : new CatalogFile(path);
  // Nothing is watched until a second state is asked for.
  const states = file && watchFile(file);
  if (file && states) await publishPresent(catalog, file, states);
  if (action === 'check') {
    console.log(`${file?.name}: valid, ${countOf(catalog)}`);
    return;
  }
  const url = await listen(server, address, process.env);
  const what = file ? `${countOf(catalog)} of ${file.name}` : countOf(catalog, 'sample product');
  console.log(`Serving ${what} at ${url}/api/products (version ${version})`);
  if (process.stdout.isTTY) {
    for (const other of networkUrls(server)) console.log(`In your network: ${other}/api/products`);
  }
  if (file && states && watch) {
    console.log(`Watching ${file.name}`);
    await reloadChanges(catalog, file, states);
  }
}

/** @throws {CatalogFileError} if the file cannot be served as it is */
async function publishPresent(
  catalog: MemoryCatalog,
  file: CatalogFile,
  states: AsyncIterator<FileState>,
): Promise<void> {
  const state: FileState = (await states.next()).value;
  if (state instanceof CatalogFileError) throw state;
  publish(catalog, file, state);
}

async function reloadChanges(
  catalog: MemoryCatalog,
  file: CatalogFile,
  states: AsyncIterable<FileState>,
): Promise<void> {
  let loadedAt = localTime(new Date());
  for await (const state of states) {
    const now = localTime(new Date());
    if (state instanceof CatalogFileError) {
      const served = `the ${countOf(catalog)} loaded at ${loadedAt}`;
      console.error(`${now} ${state.message}\n${now} ${file.name}: still serving ${served}`);
    } else {
      publish(catalog, file, state);
      loadedAt = now;
      console.log(`${now} Reloaded ${file.name}: ${countOf(catalog)}`);
    }
  }
}

/** Has the catalogue hold the products of a file from now on, and warns of those that are not found by their ids. */
function publish(catalog: MemoryCatalog, file: CatalogFile, products: readonly Product[]): void {
  catalog.replace(products);
  // Fills its cache, so that the first client does not have to wait.
  listJson(catalog.list());
  const repeated = catalog.repeatedIds();
  if (repeated.length > 0) file.warn('repeated ids', repeated);
}

function countOf(catalog: MemoryCatalog, noun = 'product'): string {
  return pluralize(catalog.list().length, noun);
}

function logResponses(): (entry: AccessLogEntry) => void {
  const hasColors = process.stdout.isTTY && process.stdout.hasColors();
  const writeLine = createLogWriter(process.stdout);
  return (entry) => writeLine(logLine(entry, new Date(), hasColors));
}
