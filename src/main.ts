#!/usr/bin/env node
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { CatalogFileError } from './adapters/file/catalog-file-error.ts';
import { describeRepeatedIds } from './adapters/file/repeated-ids.ts';
import { watchProducts } from './adapters/file/watch-products.ts';
import { createServer } from './adapters/http/create-server.ts';
import { localTime, logLine } from './adapters/http/log-line.ts';
import { listJson } from './adapters/http/product-json.ts';
import type { StoppableServer } from './adapters/http/server/stoppable-server.ts';
import { MemoryCatalog } from './adapters/memory/memory-catalog.ts';
import { seedProducts } from './adapters/memory/seed-products.ts';
import { ListenError, listen } from './listen.ts';
import { onStopSignal } from './on-stop-signal.ts';
import { help, readSettings, type ServeSettings, SettingsError } from './settings.ts';

// The service goes on if nobody reads its output any more (`| head`, or a log collector that died).
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  const settings = readSettings(process.argv.slice(2), process.env, process.pid);
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
  for (const warning of settings.warnings) console.error(`product-catalogue: ${warning}`);
  let server: StoppableServer | undefined;
  // First of all, because process 1 in a container ignores signals that it does not handle.
  stopWhenTold(() => server?.stop() ?? Promise.resolve([]));

  const versions = file === undefined ? undefined : watchProducts(file, printError);
  const catalog = new MemoryCatalog((await versions?.next())?.value ?? seedProducts);
  prepare(catalog, file);
  // Handle a signal that arrived while a large file was being parsed. By the second turn, the event loop
  // has polled for it.
  await setImmediate();
  await setImmediate();

  const hasColors = process.stdout.isTTY && process.stdout.hasColors();
  server = createServer(catalog, {
    ...(settings.log && {
      onAnswer: (answer) => console.log(logLine(answer, new Date(), hasColors)),
    }),
  });
  const { url, isOnAllInterfaces } = await listen(server.server, settings);
  console.log(`Serving ${countOf(catalog)} at ${url}/api/products`);
  if (isOnAllInterfaces) {
    console.log('Listening on all interfaces; --host 127.0.0.1 keeps it to this machine');
  }

  if (versions === undefined || !settings.watch) return;
  for await (const products of versions) {
    catalog.replace(products);
    prepare(catalog, file);
    const time = localTime(new Date());
    console.log(`Serving ${countOf(catalog)} of ${file}, as changed at ${time}`);
  }
}

/** Warns of repeated ids, and serialises the list so that the first client does not have to wait. */
function prepare(catalog: MemoryCatalog, file = ''): void {
  for (const line of describeRepeatedIds(file, catalog)) console.error(line);
  listJson(catalog.list());
}

function countOf(catalog: MemoryCatalog): string {
  const { length } = catalog.list();
  return `${length} ${length === 1 ? 'product' : 'products'}`;
}

function printError({ message }: Error): void {
  console.error(message);
}

/** Shuts down gracefully on a signal, on an unhandled error, or when npm has exited. */
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
  // `npm start` and `npx` pass a signal only to their shell, which exits without signalling the service.
  // There is no event for that, but the service then has a different parent.
  const parent = process.ppid;
  if (['start', 'npx'].includes(process.env.npm_lifecycle_event ?? '')) {
    setInterval(() => process.ppid === parent || stop(), 200).unref();
  }
}

/** Prints a message and exits. */
function exit(words: string, status: number): never {
  console.error(words);
  process.exit(status);
}

function version(): string {
  // The same path from src/ and dist/.
  return createRequire(import.meta.url)('../package.json').version;
}
