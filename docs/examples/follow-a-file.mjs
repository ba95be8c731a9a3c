// Serves the products of a file, and each valid new version soon after it has been saved. SIGTERM
// stops it.
import { once } from 'node:events';
import { createServer, MemoryCatalog, watchProducts } from 'product-catalogue';

const watching = new AbortController();
process.once('SIGTERM', () => watching.abort());
const versions = watchProducts('products.json', { signal: watching.signal });

// The current version, or the error that says why it cannot be served.
const { value: first } = await versions.next();
if (first instanceof Error) throw first;
const catalog = new MemoryCatalog(first);
const server = createServer(catalog);
await once(server.listen(process.env.PORT ?? 3000), 'listening');
console.log(`Serving ${first.length} products on port ${server.address().port}`);

for await (const version of versions) {
  if (version instanceof Error) {
    console.log(`Still serving the old products: ${version.message}`);
  } else {
    catalog.replace(version);
    console.log(`Reloaded: ${version.length} products`);
  }
}
await server.stop();
