#!/usr/bin/env node
import { createRequire } from 'node:module';
import { formatWarning, loadProducts, nameOf } from './adapters/file/load-products.ts';
import { ProductsFileError } from './adapters/file/products-file-error.ts';
import { fingerprintOf, watchProducts } from './adapters/file/watch-products.ts';
import { MemoryCatalog } from './adapters/memory/memory-catalog.ts';
import { sampleProducts } from './adapters/memory/sample-products.ts';
import { followVersions, warnOfDuplicateIds } from './application/follow-versions.ts';
import { ListenError, listen, networkUrls } from './cli/listen.ts';
import { createLog } from './cli/log.ts';
import { printable } from './cli/printable.ts';
import { help, readSettings, type ServeSettings, SettingsError } from './cli/settings.ts';
import { shutDownOnSignals } from './cli/shutdown.ts';
import { createServer } from './create-server.ts';
import { countProducts } from './domain/message.ts';
import type { Product } from './domain/product.ts';

// The service goes on if nobody reads its output any more (`| head`, or a log collector that died).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const { version } = createRequire(import.meta.url)('../package.json');

try {
  const settings = readSettings(process.argv.slice(2), process.env, process.pid);
  if (settings.action === 'help') process.stdout.write(help);
  else if (settings.action === 'version') console.log(version);
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

/** Says whether the file is valid. It handles no signals, since a check that is interrupted must not exit with 0. */
async function check(path: string): Promise<void> {
  const products = await load(path);
  print(`${nameOf(path)}: valid, ${countProducts(products.length)}`);
}

async function serve({ path, watch, log, delay, address }: ServeSettings): Promise<void> {
  const catalog = new MemoryCatalog([]);
  const hasColors = process.stdout.isTTY && process.stdout.hasColors();
  const { server, stop } = createServer(catalog, {
    delay,
    ...(log && { onResponse: createLog(process.stdout, hasColors) }),
  });
  // The signals come before the file is loaded, which takes time: process 1 of a container ignores them otherwise.
  shutDownOnSignals(stop);

  // The fingerprint is taken before the file is loaded, so that watching notices a save in between.
  const fingerprint = path === undefined ? '' : await fingerprintOf(path);
  catalog.replace(path === undefined ? sampleProducts : await load(path));

  const url = await listen(server, address);
  const count = catalog.list().length;
  const source =
    path === undefined ? `${count} sample products` : `${countProducts(count)} of ${nameOf(path)}`;
  print(`Serving ${source} at ${url}/api/products (version ${version})`);
  if (process.stdout.isTTY) {
    for (const other of networkUrls(server)) print(`In your network: ${other}/api/products`);
  }

  if (path !== undefined && watch) {
    print(`Watching ${path}`);
    await reloadChanges(catalog, path, fingerprint);
  }
}

async function load(path: string): Promise<readonly Product[]> {
  const products = await loadProducts(path, printError);
  warnOfDuplicateIds(products, (warning) => printError(formatWarning(path, warning)));
  return products;
}

async function reloadChanges(
  catalog: MemoryCatalog,
  path: string,
  fingerprint: string,
): Promise<void> {
  let loadedAt = new Date().toISOString();
  await followVersions(catalog, watchProducts(path, { fingerprint, onWarning: printError }), {
    onReplaced(products) {
      loadedAt = new Date().toISOString();
      print(`${loadedAt} Reloaded ${path}: ${countProducts(products.length)}`);
    },
    onRefused(error) {
      const now = new Date().toISOString();
      const served = `the ${countProducts(catalog.list().length)} loaded at ${loadedAt}`;
      printError(`${now} ${error.message}\n${now} ${path}: still serving ${served}`);
    },
    onWarning: (warning) => printError(formatWarning(path, warning)),
  });
}

function print(text: string): void {
  console.log(printable(text));
}

function printError(text: string): void {
  console.error(printable(text));
}
