#!/usr/bin/env node
import { createRequire } from 'node:module';
import closeWithGrace from 'close-with-grace';
import type Koa from 'koa';
import { CatalogFileError } from './adapters/file/catalog-file-error.ts';
import { loadProducts } from './adapters/file/load-products.ts';
import { describeShadowed } from './adapters/file/shadowed-products.ts';
import { createApp } from './adapters/http/app.ts';
import { ListenError, listen } from './adapters/http/listen.ts';
import { listJson } from './adapters/http/product-json.ts';
import { createServer, type StoppableServer } from './adapters/http/server.ts';
import { MemoryCatalog } from './adapters/memory/memory-catalog.ts';
import { seedProducts } from './adapters/memory/seed-products.ts';
import { help, readSettings, type ServeSettings, SettingsError } from './settings.ts';
import { whenOrphaned } from './when-orphaned.ts';
import { STOP_SIGNALS, whenTold } from './when-told.ts';

async function serve({ file, port, host }: ServeSettings): Promise<void> {
  let server: StoppableServer | undefined;
  // First of all, since a large file takes a while, and PID 1 is deaf to signals without a handler.
  let isStopping = false;
  const { close } = closeWithGrace({ delay: false, skip: [...STOP_SIGNALS] }, async ({ err }) => {
    isStopping = true;
    clearInterval(watch);
    if (err) console.error(err);
    const cut = (await server?.stop()) ?? [];
    for (const peer of cut) console.error(`product-catalogue: cut off at the deadline: ${peer}`);
    if (cut.length > 0) process.exit(1);
  });
  const stop = () => isStopping || close();
  whenTold(stop, (signal) => quit(`second ${signal}, exiting`, 1));
  const isRunByNpm = ['start', 'npx'].includes(process.env.npm_lifecycle_event ?? '');
  const watch = isRunByNpm ? whenOrphaned(stop) : undefined;

  const catalog = new MemoryCatalog(file === undefined ? seedProducts : await loadProducts(file));
  if (file !== undefined) {
    for (const line of describeShadowed(file, catalog.list(), catalog.shadowed))
      console.error(line);
  }

  const app = createApp(catalog);
  app.on('error', (error: Error, ctx: Koa.Context) => {
    // Once the whole answer is handed over, only the client can fail: it left, which is its right.
    if (!ctx.headerSent) console.error(error);
  });
  // Now, so that the first client does not wait for it.
  listJson(catalog.list());

  server = createServer(app.callback());
  const url = await listen(server.server, { port, host });
  const count = catalog.list().length;
  console.log(`Serving ${count} ${count === 1 ? 'product' : 'products'} at ${url}/api/products`);
}

/** Ends the process with words for the operator: what they asked for cannot be done. */
function quit(words: string, status: number): never {
  console.error(words);
  process.exit(status);
}

try {
  const settings = readSettings(process.argv.slice(2), process.env);
  if (settings.action === 'help') process.stdout.write(help);
  else if (settings.action === 'version') console.log(version());
  else await serve(settings);
} catch (error) {
  if (error instanceof SettingsError) {
    quit(`product-catalogue: ${error.message} (--help says more)`, 2);
  }
  if (error instanceof CatalogFileError) quit(error.message, 1);
  if (error instanceof ListenError) quit(`product-catalogue: ${error.message}`, 1);
  throw error;
}

function version(): string {
  // From src/ and from dist/ alike.
  return createRequire(import.meta.url)('../package.json').version;
}
