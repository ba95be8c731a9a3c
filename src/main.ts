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
import type { ProductCatalog } from './domain/product-catalog.ts';
import type { GracefulServer } from './graceful-server/graceful-server.ts';
import { labelOf, loadProducts } from './products-file/load-products.ts';
import { formatProductCount, formatStillServed } from './products-file/messages.ts';
import { ProductsFileError } from './products-file/products-file-error.ts';
import { watchProducts } from './products-file/watch-products.ts';

// The service goes on if its output cannot be written: nobody reads it any more (`| head`, or a log
// collector that died), or the disk is full.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const { version: packageVersion } = createRequire(import.meta.url)('../package.json');

try {
  const settings = readSettings(process.argv.slice(2), process.env, process.pid);
  if (settings.action === 'help') process.stdout.write(HELP);
  else if (settings.action === 'version') console.log(packageVersion);
  else if (settings.action === 'check') await check(settings.path);
  else await serve(settings);
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

async function serve(settings: ServeSettings): Promise<void> {
  const { path, watch, log, delay, fail, address, ...unused } = settings;
  // With `satisfies`, this compiles only if each setting is named above.
  unused satisfies Record<string, never>;

  let server: GracefulServer | undefined;
  // This comes before the source is opened, which takes time: until signals are handled, process 1
  // of a container ignores them.
  shutDownOnSignals(async (line) => {
    if (server === undefined) return;
    console.log(withTime(line));
    await server.stop();
  });

  const { catalog, description, follow } = await openSource(path, watch);
  server = createServer(catalog, {
    delay,
    fail,
    onError: (error) => console.error(withTime(inspect(error))),
    ...(log && { onResponse: createLog(process.stdout) }),
  });
  const url = await listen(server, address);
  console.log(`Serving ${description} at ${url}/api/products (version ${packageVersion})`);
  if (watch) console.log(`Watching ${path}`);
  const development = describeDelayAndFail({ delay, fail });
  if (development !== undefined) console.log(development);
  await follow?.();
}

/** A source of products that has been opened. */
interface Source {
  readonly catalog: ProductCatalog;
  /** What is served: `3 sample products`. */
  readonly description: string;
  /** Serves later versions, and says so. Absent if the source is not watched. */
  readonly follow?: () => Promise<void>;
}

async function openSource(path: string | undefined, watch: boolean): Promise<Source> {
  if (path === undefined) {
    const description = `${SAMPLE_PRODUCTS.length} sample products`;
    return { catalog: new MemoryCatalog(SAMPLE_PRODUCTS), description };
  }
  if (watch) return openWatchedFile(path);
  const products = await loadProducts(path);
  const description = `${formatProductCount(products.length)} of ${labelOf(path)}`;
  return { catalog: new MemoryCatalog(products), description };
}

async function openWatchedFile(path: string): Promise<Source> {
  const versions = watchProducts(path, { onWarning: (line) => console.error(withTime(line)) });
  const { value: products } = await versions.next();
  // Only for the compiler: without a signal, the iteration never ends, so there is a first version.
  if (products === undefined) throw new Error('watchProducts yielded no first version');
  if (products instanceof Error) throw products;
  const catalog = new MemoryCatalog(products);
  const description = `${formatProductCount(products.length)} of ${path}`;

  async function follow(): Promise<void> {
    for await (const next of versions) {
      if (next instanceof Error) {
        const { length } = await catalog.list();
        console.error(withTime(next.message));
        console.error(withTime(`${path}: ${formatStillServed(length)}`));
      } else {
        catalog.replace(next);
        console.log(withTime(`Reloaded ${path}: ${formatProductCount(next.length)}`));
      }
    }
  }
  return { catalog, description, follow };
}
