#!/usr/bin/env node
import { createRequire } from 'node:module';
import { loadProducts } from './adapters/file/load-products.ts';
import { ProductsFileError } from './adapters/file/products-file-error.ts';
import { nameOf } from './adapters/file/read-text.ts';
import { fingerprintOf, watchProducts } from './adapters/file/watch-products.ts';
import { MemoryCatalog } from './adapters/memory/memory-catalog.ts';
import { sampleProducts } from './adapters/memory/sample-products.ts';
import { followVersions } from './application/follow-versions.ts';
import { ListenError, listen, networkUrls } from './cli/listen.ts';
import { createLog } from './cli/log.ts';
import { printable } from './cli/printable.ts';
import { help, readSettings, type ServeSettings, SettingsError } from './cli/settings.ts';
import { shutDownOnSignals } from './cli/shutdown.ts';
import { createServer } from './create-server.ts';
import { countProducts } from './domain/message.ts';

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

/** Says whether the file is valid. It handles no signals, since a check that is interrupted must not exit with 0. */
async function check(path: string): Promise<void> {
  const { length } = await loadProducts(path, printError);
  print(`${nameOf(path)}: valid, ${countProducts(length)}`);
}

async function serve({ path, watch, log, delay, address }: ServeSettings): Promise<void> {
  const catalog = new MemoryCatalog(sampleProducts);
  const hasColors = process.stdout.isTTY && process.stdout.hasColors();
  const { server, stop } = createServer(catalog, {
    delay,
    ...(log && { onResponse: createLog(process.stdout, hasColors) }),
  });
  // The signals come before the file is loaded, which takes time: process 1 of a container ignores them otherwise.
  shutDownOnSignals(stop);

  let source = `${sampleProducts.length} sample products`;
  let fingerprint = '';
  if (path !== undefined) {
    // The fingerprint is taken before the file is loaded, so that watching notices a save in between.
    fingerprint = await fingerprintOf(path);
    const products = await loadProducts(path, printError);
    catalog.replace(products);
    source = `${countProducts(products.length)} of ${nameOf(path)}`;
  }

  const url = await listen(server, address);
  print(`Serving ${source} at ${url}/api/products (version ${version})`);
  if (process.stdout.isTTY) {
    for (const other of networkUrls(server)) print(`In your network: ${other}/api/products`);
  }

  if (path !== undefined && watch) {
    print(`Watching ${path}`);
    const now = () => new Date().toISOString();
    await followVersions(catalog, watchProducts(path, { fingerprint, onWarning: printError }), {
      onReplaced({ length }) {
        print(`${now()} Reloaded ${path}: ${countProducts(length)}`);
      },
      onRefused({ message }) {
        const served = `the ${countProducts(catalog.list().length)} from before`;
        printError(`${now()} ${message}\n${now()} ${path}: still serving ${served}`);
      },
    });
  }
}
