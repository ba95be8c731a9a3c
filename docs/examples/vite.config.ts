// Vite's React template with a plugin: its dev server serves `products.json` at `/api/products`, on
// the page's own origin, and reloads the page when a valid new version has been saved.
import react from '@vitejs/plugin-react';
import { createHandler, delayAndFail, MemoryCatalog, watchProducts } from 'product-catalogue';
import { defineConfig, type Plugin } from 'vite';

// `{ delay: 2000, fail: 50 }` delays each response by two seconds, and makes about half of them fail.
function products(path: string, { delay = 0, fail = 0 } = {}): Plugin {
  const end = new AbortController();
  return {
    name: 'products',
    // A build, `vite preview` and Vitest load this file, too, and need no products.
    apply: (_config, { command, isPreview }) =>
      command === 'serve' && !isPreview && !process.env.VITEST,
    async configureServer({ config, middlewares, ws }) {
      const catalog = new MemoryCatalog([]);
      const handler = delayAndFail(createHandler(catalog), { delay, fail });
      let isValid = false;
      middlewares.use('/api/products', (request, response) => {
        // Until the file is valid, each request gets 500.
        if (!isValid) {
          response.writeHead(500, { 'Content-Type': 'application/json' });
          response.end('{"error":"Internal server error"}');
          return;
        }
        // `use` has cut `/api/products` off the URL.
        request.url = request.originalUrl;
        handler(request, response);
      });

      const versions = watchProducts(path, { signal: end.signal });
      async function serveNext(): Promise<void> {
        const { value: version } = await versions.next();
        if (!version) return; // The plugin has ended.
        if (version instanceof Error) config.logger.error(version.message, { timestamp: true });
        else {
          catalog.replace(version);
          isValid = true;
          config.logger.info(`Serving ${path}`, { timestamp: true });
          ws.send({ type: 'full-reload' });
        }
        void serveNext();
      }
      // Vite waits for the current version only.
      await serveNext();
    },
    // Vite calls this when its server ends, also when it restarts it.
    closeBundle: () => end.abort(),
  };
}

export default defineConfig({ plugins: [react(), products('products.json')] });
