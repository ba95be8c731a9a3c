// Runs the whole service within a program of your own, with a log and a limit that you choose. SIGTERM stops it.
import { once } from 'node:events';
import { createServer, loadProducts, MemoryCatalog } from 'product-catalogue';

// If the file cannot be read or is not valid, the error says where it is wrong, and the program ends.
const catalog = new MemoryCatalog(await loadProducts('products.json'));

const server = createServer(catalog, {
  onResponse: ({ method, target, status }) => console.log(`${method} ${target} ${status}`),
});
// Google Cloud's load balancer keeps idle connections for 600 s. The service has to keep them for longer.
server.keepAliveTimeout = 620_000;

await once(server.listen(process.env.PORT ?? 3000), 'listening');
const { length } = await catalog.list();
console.log(`Serving ${length} products on port ${server.address().port}`);

await once(process, 'SIGTERM');
// Do not use `server.close()`, which may lose requests. `stop` waits for the responses, up to ten seconds.
await server.stop();
