#!/usr/bin/env node
import { createRequire } from 'node:module';
import { inspect } from 'node:util';
import { MemoryCatalog } from './adapters/memory/memory-catalog.ts';
import { SAMPLE_PRODUCTS } from './adapters/memory/sample-products.ts';
import { ListenError, listen } from './cli/listen.ts';
import { createLog, withTime } from './cli/log.ts';
import { HELP, readSettings, type ServeSettings, SettingsError } from './cli/settings.ts';
import { shutDownOnSignals } from './cli/shutdown.ts';
import { createServer } from './create-server.ts';
import { describeDelayAndFail } from './delay-and-fail.ts';
import type { Product } from './domain/product.ts';
import type { GracefulServer } from './graceful-server/graceful-server.ts';
import { labelOf, loadProducts } from './products-file/load-products.ts';
import { formatProductCount, formatStillServed } from './products-file/messages.ts';
import { ProductsFileError } from './products-file/products-file-error.ts';
import { type ProductsVersion, watchProducts } from './products-file/watch-products.ts';

// The service goes on if its output cannot be written: nobody reads it any more (`| head`, or a log
// collector that died), or the disk is full.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const { version: packageVersion } = createRequire(import.meta.url)('../package.json');

try {
  const settings = readSettings(process.argv.slice(2), process.env, process.pid);
  if (settings.action === 'serve') await serve(settings);
  else if (settings.action === 'check') await check(settings.path);
  else process.stdout.write(settings.action === 'help' ? HELP : `${packageVersion}\n`);
} catch (error) {
  if (error instanceof SettingsError || error instanceof ListenError) {
    console.error(`product-catalogue: ${error.message}`);
  } else if (error instanceof ProductsFileError) {
    console.error(error.message);
  } else throw error;
  process.exit(error instanceof SettingsError ? 2 : 1);
}

/**
 * Prints that the file is valid, or throws. The check handles no signals, since one that is
 * interrupted must not exit with 0.
 */
async function check(path: string): Promise<void> {
  const { length } = await loadProducts(path);
  console.log(`${labelOf(path)}: valid, ${formatProductCount(length)}`);
}

async function serve({ path, watch, log, delay, fail, address }: ServeSettings): Promise<void> {
  let server: GracefulServer | undefined;
  // This comes before the file is read, which takes time: until signals are handled, process 1 of a
  // container ignores them.
  shutDownOnSignals(async (line) => {
    if (server === undefined) return;
    console.log(withTime(line));
    await server.stop();
  });

  const onWarning = (line: string) => console.error(withTime(line));
  const versions = path !== undefined && watch ? watchProducts(path, { onWarning }) : undefined;
  // A variable for the first products would keep them in memory after a reload.
  const catalog = new MemoryCatalog(await readFirstProducts(path, versions));
  const count = (await catalog.list()).length;
  const served =
    path === undefined
      ? `${count} sample products`
      : `${formatProductCount(count)} of ${labelOf(path)}`;
  server = createServer(catalog, {
    delay,
    fail,
    onError: (error) => console.error(withTime(inspect(error))),
    ...(log && { onResponse: createLog(process.stdout) }),
  });
  const url = await listen(server, address);
  console.log(`Serving ${served} at ${url}/api/products (version ${packageVersion})`);
  if (watch) console.log(`Watching ${path}`);
  const notice = describeDelayAndFail({ delay, fail });
  if (notice !== undefined) console.log(notice);

  for await (const version of versions ?? []) {
    if (version instanceof Error) {
      const { length } = await catalog.list();
      console.error(withTime(version.message));
      console.error(withTime(`${path}: ${formatStillServed(length)}`));
    } else {
      catalog.replace(version);
      console.log(withTime(`Reloaded ${path}: ${formatProductCount(version.length)}`));
    }
  }
}

/** @param versions the versions of the file, if it is watched */
async function readFirstProducts(
  path: string | undefined,
  versions: AsyncGenerator<ProductsVersion, undefined> | undefined,
): Promise<readonly Product[]> {
  if (path === undefined) return SAMPLE_PRODUCTS;
  if (versions === undefined) return loadProducts(path);
  const { value: version } = await versions.next();
  // `undefined` is only for the compiler: without a signal, the iteration never ends.
  if (version === undefined || version instanceof Error) throw version;
  return version;
}
