import { createServer } from 'node:http';
import { createApp } from './adapters/http/app.ts';
import { ListenError, listen } from './adapters/http/listen.ts';
import { MemoryCatalog } from './adapters/memory/memory-catalog.ts';
import { seedProducts } from './adapters/memory/seed-products.ts';
import { readSettings, SettingsError } from './settings.ts';

try {
  const settings = readSettings(process.env);
  const catalog = new MemoryCatalog(seedProducts);
  const app = createApp(catalog);
  app.on('error', (error: Error) => console.error(error));
  const server = createServer(app.callback());
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
