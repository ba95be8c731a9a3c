// Serves the products of a file, and serves each valid new version as soon as the file has been saved. SIGTERM stops it.
import { once } from 'node:events';
import {
  createServer,
  fingerprintOf,
  followVersions,
  loadProducts,
  MemoryCatalog,
  watchProducts,
} from 'product-catalogue';

// The fingerprint is taken before the file is loaded, so that a save in between is noticed.
const fingerprint = await fingerprintOf('products.json');
const catalog = new MemoryCatalog(await loadProducts('products.json'));
const { server, stop } = createServer(catalog);
await once(server.listen(process.env.PORT ?? 3000), 'listening');
console.log(`Serving ${catalog.list().length} products on port ${server.address().port}`);

const watching = new AbortController();
process.once('SIGTERM', () => watching.abort());
await followVersions(
  catalog,
  watchProducts('products.json', { fingerprint, signal: watching.signal }),
  {
    onReplaced: (products) => console.log(`Reloaded: ${products.length} products`),
    onRefused: (error) => console.log(`Still serving the old products: ${error.message}`),
  },
);
await stop();
