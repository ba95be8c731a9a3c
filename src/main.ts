import closeWithGrace from 'close-with-grace';
import type Koa from 'koa';
import { createApp } from './adapters/http/app.ts';
import { ListenError, listen } from './adapters/http/listen.ts';
import { listJson } from './adapters/http/product-json.ts';
import { createServer } from './adapters/http/server.ts';
import { MemoryCatalog } from './adapters/memory/memory-catalog.ts';
import { seedProducts } from './adapters/memory/seed-products.ts';
import { readSettings, SettingsError } from './settings.ts';
import { whenOrphaned } from './when-orphaned.ts';

try {
  const settings = readSettings(process.env);
  const catalog = new MemoryCatalog(seedProducts);

  // Now, so that the first client does not wait for it.
  listJson(catalog.list());
  const app = createApp(catalog);
  app.on('error', (error: Error, ctx: Koa.Context) => {
    // Once the whole answer is handed over, only the client can fail: it left, which is its right.
    if (!ctx.headerSent) console.error(error);
  });

  const { server, stop } = createServer(app.callback());
  const { close } = closeWithGrace({ delay: false }, async ({ err }) => {
    clearInterval(watch);
    if (err) console.error(err);
    const cut = await stop();
    for (const peer of cut) console.error(`product-catalogue: cut off at the deadline: ${peer}`);
    if (cut.length > 0) process.exit(1);
  });
  const watch = process.env.npm_lifecycle_event === 'start' ? whenOrphaned(close) : undefined;

  const url = await listen(server, settings);
  console.log(`Serving ${catalog.list().length} products at ${url}/api/products`);
} catch (error) {
  if (error instanceof SettingsError) quit(error.message, 2);
  if (error instanceof ListenError) quit(error.message, 1);
  throw error;
}

/** Ends the process with one line for the operator: what they asked for cannot be done. */
function quit(message: string, status: number): never {
  console.error(`product-catalogue: ${message}`);
  process.exit(status);
}
