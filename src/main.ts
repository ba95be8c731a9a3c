#!/usr/bin/env node
import { createRequire } from 'node:module';
import { MemoryCatalog } from './adapters/memory/memory-catalog.ts';
import { sampleProducts } from './adapters/memory/sample-products.ts';
import { ListenError, listen } from './cli/listen.ts';
import { createLog } from './cli/log.ts';
import { help, readSettings, type ServeSettings, SettingsError } from './cli/settings.ts';
import { shutDownOnSignals } from './cli/shutdown.ts';
import { createServer } from './create-server.ts';
import { displayName, loadProducts } from './products-file/load-products.ts';
import { ProductsFileError } from './products-file/products-file-error.ts';
import { type ProductsOrError, watchProducts } from './products-file/watch-products.ts';

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
    console.error(`product-catalogue: ${error.message}`);
  } else if (error instanceof ProductsFileError) {
    console.error(error.message);
  } else throw error;
  process.exit(error instanceof SettingsError ? 2 : 1);
}

/**
 * Says whether the file is valid. It handles no signals, since a check that is interrupted must not
 * exit with 0.
 */
async function check(path: string): Promise<void> {
  const { length } = await loadProducts(path);
  console.log(`${displayName(path)}: valid, ${countProducts(length)}`);
}

async function serve(settings: ServeSettings): Promise<void> {
  const { path, watch, log, delay, fail, address } = settings;
  const catalog = new MemoryCatalog([]);
  const server = createServer(catalog, {
    delay,
    fail,
    ...(log && { onResponse: createLog(process.stdout) }),
  });
  // Before the file is loaded, which takes time: until its signals are handled, process 1 of a
  // container ignores them.
  shutDownOnSignals(() => server.stop());

  const versions = versionsOf(settings);
  let count = await takeFirst(versions, catalog);
  const url = await listen(server, address);
  const source =
    path === undefined
      ? `${count} sample products`
      : `${countProducts(count)} of ${displayName(path)}`;
  console.log(`Serving ${source} at ${url}/api/products (version ${version})`);
  if (watch) console.log(`Watching ${path}`);

  for await (const next of versions) {
    if (next instanceof Error) {
      console.error(withTime(next.message));
      console.error(withTime(`${path}: still serving the ${countProducts(count)} from before`));
    } else {
      catalog.replace(next);
      count = next.length;
      console.log(withTime(`Reloaded ${path}: ${countProducts(count)}`));
    }
  }
}

/** The products to serve, and with `--watch` each later version of them. */
async function* versionsOf({
  path,
  watch,
}: ServeSettings): AsyncGenerator<ProductsOrError, undefined> {
  if (path === undefined) yield sampleProducts;
  else if (!watch) yield loadProducts(path);
  else yield* watchProducts(path, { onWarning: (line) => console.error(withTime(line)) });
}

/**
 * Has the catalogue hold the first version. A variable of `serve` would keep these products in
 * memory for as long as the file is watched.
 * @returns how many products these are
 */
async function takeFirst(
  versions: AsyncGenerator<ProductsOrError, undefined>,
  catalog: MemoryCatalog,
): Promise<number> {
  const { value: products } = await versions.next();
  // There is always a first version.
  if (products === undefined || products instanceof Error) throw products;
  catalog.replace(products);
  return products.length;
}

/** A count as a message shows it: `1 product`, `120 products`. */
function countProducts(count: number): string {
  return `${count} ${count === 1 ? 'product' : 'products'}`;
}

function withTime(line: string): string {
  return `${new Date().toISOString()} ${line}`;
}
