#!/usr/bin/env node
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import type Koa from 'koa';
import { CatalogFileError } from './adapters/file/catalog-file-error.ts';
import { loadProducts } from './adapters/file/load-products.ts';
import { describeRepeatedIds } from './adapters/file/repeated-ids.ts';
import { createApp } from './adapters/http/app.ts';
import { listJson } from './adapters/http/product-json.ts';
import { ListenError, listen } from './adapters/http/server/listen.ts';
import { createServer, type StoppableServer } from './adapters/http/server/server.ts';
import { MemoryCatalog } from './adapters/memory/memory-catalog.ts';
import { seedProducts } from './adapters/memory/seed-products.ts';
import { onStopSignal } from './on-stop-signal.ts';
import { help, readSettings, type ServeSettings, SettingsError } from './settings.ts';

try {
  const settings = readSettings(process.argv.slice(2), process.env);
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

async function serve(settings: ServeSettings): Promise<void> {
  const { file } = settings;
  let server: StoppableServer | undefined;
  // Before anything that takes time: process 1 of a container ignores signals without a handler.
  stopWhenTold(() => server?.stop() ?? Promise.resolve([]));

  const catalog = new MemoryCatalog(file === undefined ? seedProducts : await loadProducts(file));
  if (file !== undefined) {
    for (const line of describeRepeatedIds(file, catalog)) console.error(line);
  }
  const app = createApp(catalog);
  app.on('error', (error: Error, ctx: Koa.Context) => {
    // Once the whole answer is handed over, only the client can fail: it may leave when it likes.
    if (!ctx.headerSent) console.error(error);
  });
  // Serialised now, so that the first client does not wait for it.
  listJson(catalog.list());

  // A signal that came while a large file was parsed is handled first: in the second turn at the
  // latest, after the event loop has looked for it.
  await setImmediate();
  await setImmediate();
  server = createServer(app.callback());
  const url = await listen(server.server, settings);
  const count = catalog.list().length;
  console.log(`Serving ${count} ${count === 1 ? 'product' : 'products'} at ${url}/api/products`);
}

/** Stops the server and ends the process: at a signal, an unhandled error, or when npm has gone. */
function stopWhenTold(stopServer: () => Promise<string[]>): void {
  let isStopping = false;
  async function stop(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    for (const client of await stopServer()) {
      console.error(`product-catalogue: cut off at the deadline: ${client}`);
      process.exitCode = 1;
    }
    process.exit();
  }
  onStopSignal(stop, (signal) => exit(`second ${signal}, exiting`, 1));
  process.on('uncaughtException', (error) => {
    console.error(error);
    process.exitCode = 1;
    stop();
  });
  // `npm start` and `npx` pass signals to a shell only, which dies of them without a word to the
  // service. No event tells of that, but the service then has another parent.
  const parent = process.ppid;
  if (['start', 'npx'].includes(process.env.npm_lifecycle_event ?? '')) {
    setInterval(() => process.ppid === parent || stop(), 200).unref();
  }
}

/** Ends the process with words for the operator. */
function exit(words: string, status: number): never {
  console.error(words);
  process.exit(status);
}

function version(): string {
  // The path is right from src/ and from dist/.
  return createRequire(import.meta.url)('../package.json').version;
}
