#!/usr/bin/env node
import { createRequire } from 'node:module';
import { loadProducts } from './adapters/file/load-products.ts';
import { ProductsFileError } from './adapters/file/products-file-error.ts';
import { displayName } from './adapters/file/read-text.ts';
import { type FileVersion, watchProducts } from './adapters/file/watch-products.ts';
import { MemoryCatalog } from './adapters/memory/memory-catalog.ts';
import { sampleProducts } from './adapters/memory/sample-products.ts';
import { ListenError, listen } from './cli/listen.ts';
import { createLog } from './cli/log.ts';
import { printable } from './cli/printable.ts';
import { help, readSettings, type ServeSettings, SettingsError } from './cli/settings.ts';
import { shutDownOnSignals } from './cli/shutdown.ts';
import { createServer } from './create-server.ts';

// The service goes on if nobody reads its output any more (`| head`, or a log collector that died).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const print = (text: string) => console.log(printable(text));
const printError = (text: string) => console.error(printable(text));

const { version } = createRequire(import.meta.url)('../package.json');

try {
  const settings = readSettings(process.argv.slice(2), process.env, process.pid);
  if (settings.action === 'help') process.stdout.write(help);
  else if (settings.action === 'version') print(version);
  else if (settings.action === 'check') await check(settings.path);
  else await serve(settings);
} catch (error) {
  if (error instanceof SettingsError || error instanceof ListenError) {
    printError(`product-catalogue: ${error.message}`);
  } else if (error instanceof ProductsFileError) {
    printError(error.message);
  } else throw error;
  process.exit(error instanceof SettingsError ? 2 : 1);
}

/**
 * Says whether the file is valid. It handles no signals, since a check that is interrupted must not
 * exit with 0.
 */
async function check(path: string): Promise<void> {
  const { length } = await loadProducts(path, printError);
  print(`${displayName(path)}: valid, ${countProducts(length)}`);
}

async function serve(settings: ServeSettings): Promise<void> {
  const { path, watch, log, delay, address } = settings;
  const catalog = new MemoryCatalog([]);
  const { server, stop } = createServer(catalog, {
    delay,
    ...(log && { onResponse: createLog(process.stdout) }),
  });
  // Signals are handled before the file is loaded, which takes time: without this, process 1 of a
  // container ignores them.
  shutDownOnSignals(stop);

  const versions = versionsOf(settings);
  await takeFirst(versions, catalog);
  const { length } = await catalog.list();
  const source =
    path === undefined
      ? `${length} sample products`
      : `${countProducts(length)} of ${displayName(path)}`;
  const url = await listen(server, address);
  print(`Serving ${source} at ${url}/api/products (version ${version})`);
  if (watch) print(`Watching ${path}`);

  for await (const next of versions) {
    const now = new Date().toISOString();
    if (next instanceof Error) {
      const { length } = await catalog.list();
      const served = `the ${countProducts(length)} from before`;
      printError(`${now} ${next.message}\n${now} ${path}: still serving ${served}`);
    } else {
      catalog.replace(next);
      print(`${now} Reloaded ${path}: ${countProducts(next.length)}`);
    }
  }
}

/** The products to serve, and with `--watch` each later version of them. */
async function* versionsOf({ path, watch }: ServeSettings): AsyncGenerator<FileVersion> {
  if (path === undefined) yield sampleProducts;
  else if (watch) yield* watchProducts(path, { onWarning: printError });
  else yield loadProducts(path, printError);
}

/**
 * Waits for the first version, and throws it if it is an error. It is a function of its own, since
 * `serve` may never end, and a variable there would keep these products in memory.
 */
async function takeFirst(
  versions: AsyncGenerator<FileVersion>,
  catalog: MemoryCatalog,
): Promise<void> {
  const { value } = await versions.next();
  if (value instanceof Error) throw value;
  catalog.replace(value);
}

/** A count as a message shows it: `1 product`, `120 products`. */
function countProducts(count: number): string {
  return `${count} ${count === 1 ? 'product' : 'products'}`;
}
