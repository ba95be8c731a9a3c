#!/usr/bin/env node
import { createRequire } from 'node:module';
import { CatalogFile } from './adapters/file/catalog-file.ts';
import { CatalogFileError } from './adapters/file/catalog-file-error.ts';
import { warning } from './adapters/file/warning.ts';
import { listJson } from './adapters/http/product-json.ts';
import { MemoryCatalog } from './adapters/memory/memory-catalog.ts';
import { seedProducts } from './adapters/memory/seed-products.ts';
import { help, SettingsError } from './cli/command-line.ts';
import { ListenError, listen } from './cli/listen.ts';
import { localTime, logLine } from './cli/log-line.ts';
import { createLogWriter } from './cli/log-writer.ts';
import { readSettings, type ServeSettings } from './cli/settings.ts';
import { shutDownOnSignals } from './cli/shutdown.ts';
import { createServer } from './create-server.ts';
import type { Product } from './domain/product.ts';
import { withCommas } from './domain/show.ts';
import type { AccessLogEntry } from './http-server/access-log-entry.ts';

// For package.json, whose path is the same from src/ and dist/. Only --version reads it.
const require = createRequire(import.meta.url);

// The service goes on if nobody reads its output any more (`| head`, or a log collector that died).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  const settings = readSettings(process.argv.slice(2), process.env, process.pid);
  if (settings.action === 'help') process.stdout.write(help);
  else if (settings.action === 'version') console.log(require('../package.json').version);
  else await serve(settings);
} catch (error) {
  if (error instanceof CatalogFileError) console.error(error.message);
  else if (error instanceof SettingsError || error instanceof ListenError) {
    console.error(`product-catalogue: ${error.message}`);
  } else throw error;
  process.exit(error instanceof SettingsError ? 2 : 1);
}

/** Loads the catalogue and serves it, or only says that the file is valid. */
async function serve(settings: ServeSettings): Promise<void> {
  const catalog = new MemoryCatalog(seedProducts);
  const { server, stop } = createServer(
    catalog,
    settings.log ? { onResponse: logResponses() } : {},
  );
  // Before anything takes time, because process 1 in a container ignores signals that it does not handle. A signal
  // that interrupts a check ends it as a failure, as there is no verdict.
  if (settings.action === 'serve') shutDownOnSignals(stop);

  const file = settings.file === undefined ? undefined : new CatalogFile(settings.file);
  if (file) take(catalog, file, await file.load());
  if (settings.action === 'check') {
    console.log(`${file?.name}: valid, ${countOf(catalog)}`);
    return;
  }
  const url = await listen(server, settings.address);
  const what = file ? `${countOf(catalog)} of ${file.name}` : countOf(catalog, 'sample ');
  console.log(`Serving ${what} at ${url}/api/products`);
  if (file && settings.watch) {
    console.log(`Watching ${file.name}`);
    await reloadChanges(catalog, file);
  }
}

/** Serves each new version of the file. */
async function reloadChanges(catalog: MemoryCatalog, file: CatalogFile): Promise<void> {
  let loadedAt = localTime(new Date());
  for await (const result of file.changes()) {
    if (result instanceof CatalogFileError) {
      console.error(result.message);
      console.error(`${file.name}: still serving the ${countOf(catalog)} loaded at ${loadedAt}`);
    } else {
      take(catalog, file, result);
      loadedAt = localTime(new Date());
      console.log(`${loadedAt} Reloaded ${file.name}: ${countOf(catalog)}`);
    }
  }
}

/** Puts what a file holds into the catalogue, and warns of products that are not found by their ids. */
function take(catalog: MemoryCatalog, file: CatalogFile, products: readonly Product[]): void {
  catalog.replace(products);
  // Fills its cache, so that the first client does not have to wait.
  listJson(catalog.list());
  const repeated = catalog.repeatedIds();
  if (repeated.length > 0) console.warn(warning(file.name, 'repeated ids', repeated));
}

/** `1 product`, `3 sample products` */
function countOf(catalog: MemoryCatalog, kind = ''): string {
  const { length } = catalog.list();
  return `${withCommas(length)} ${kind}${length === 1 ? 'product' : 'products'}`;
}

/** Prints a line for each response. */
function logResponses(): (entry: AccessLogEntry) => void {
  const hasColors = process.stdout.isTTY && process.stdout.hasColors();
  const writeLine = createLogWriter(process.stdout);
  return (entry) => writeLine(logLine(entry, new Date(), hasColors));
}
