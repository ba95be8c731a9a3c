import type { IncomingMessage, ServerResponse } from 'node:http';
import { relative, resolve } from 'node:path';
import { createHandler } from './adapters/http/create-handler.ts';
import { MemoryCatalog } from './adapters/memory/memory-catalog.ts';
import { type DelayAndFailOptions, delayAndFail } from './delay-and-fail.ts';
import { countProducts } from './products-file/count-products.ts';
import { type ProductsVersion, watchProducts } from './products-file/watch-products.ts';

/**
 * What the plugin uses of Vite's development server. The package does not depend on Vite, so these
 * types stand for Vite's own.
 */
interface ViteServer {
  readonly config: { readonly root: string; readonly logger: Logger };
  readonly middlewares: { use(path: string, listener: Listener): unknown };
  /** The connections to the pages that are open. */
  readonly ws: { readonly clients: { readonly size: number }; send(message: PageMessage): void };
}
type Logger = Record<'info' | 'warn' | 'error', Log>;
type Log = (text: string, options: { readonly timestamp: boolean }) => void;
type Listener = (request: MountedRequest, response: ServerResponse) => void;
type MountedRequest = IncomingMessage & { readonly originalUrl?: string | undefined };
/** Reloads the pages, or shows an error over them. */
type PageMessage =
  | { type: 'full-reload' }
  | { type: 'error'; err: { message: string; stack: string } };

/**
 * A plugin for Vite 5 or later. It serves the products of a file at `/api/products` of Vite's
 * development server, whatever `base` is, and follows the file. Vite's logger says how many are
 * served, or what is wrong with the file. A valid version reloads the open pages. An error is also
 * shown over them, and the version before stays. Until a version has been valid, each request gets
 * 500.
 * @param path the path of the products file, from Vite's `root`
 * @param options those of `delayAndFail`
 */
export function productCatalogue(path: string, options: DelayAndFailOptions = {}) {
  const watching = new AbortController();
  return {
    name: 'product-catalogue',

    // A build, `vite preview` and Vitest load the configuration, too, and need no products.
    apply(_config: unknown, { command, isPreview }: { command: string; isPreview?: boolean }) {
      return command === 'serve' && !isPreview && !process.env.VITEST;
    },

    async configureServer({ config: { root, logger }, middlewares, ws }: ViteServer) {
      const withTimestamp = { timestamp: true };
      const file = relative('', resolve(root, path));
      const catalog = new MemoryCatalog([]);
      const handler = createHandler(catalog);
      let listener = delayAndFail(handler, { fail: 100 });
      middlewares.use('/api/products', (request, response) => {
        // `use` has cut `/api/products` off the URL.
        request.url = request.originalUrl;
        listener(request, response);
      });

      function handleVersion(version: ProductsVersion): void {
        if (version instanceof Error) {
          logger.error(version.message, withTimestamp);
          send({ type: 'error', err: { message: version.message, stack: '' } });
        } else {
          catalog.replace(version);
          listener = delayAndFail(handler, options);
          const products = countProducts(version.length);
          logger.info(`Serving ${products} of ${file} at /api/products`, withTimestamp);
          send({ type: 'full-reload' });
        }
      }
      function send(message: PageMessage): void {
        // If no page is open, Vite would keep the message for the next one, though it may be out of
        // date by then.
        if (ws.clients.size > 0) ws.send(message);
      }

      const onWarning = (line: string) => logger.warn(line, withTimestamp);
      const versions = watchProducts(file, { signal: watching.signal, onWarning });
      // Vite waits for the first version only.
      const { value: first } = await versions.next();
      if (first !== undefined) handleVersion(first);
      void (async () => {
        for await (const version of versions) handleVersion(version);
      })();
    },

    // Vite calls this hook when its server ends. From Vite 6 on, it does so several times.
    closeBundle: () => watching.abort(),
  };
}
