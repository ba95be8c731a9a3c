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
  readonly ws: { readonly clients: { readonly size: number }; send(message: Message): void };
}
type Logger = Record<'info' | 'warn' | 'error', Print>;
type Print = (text: string, options: { readonly timestamp: boolean }) => void;
type Listener = (request: Request, response: ServerResponse) => void;
type Request = IncomingMessage & { readonly originalUrl?: string | undefined };
/** Reloads the pages, or shows an error over them. */
type Message = { type: 'full-reload' } | { type: 'error'; err: { message: string; stack: string } };

/**
 * A plugin for Vite 5 or later: its development server serves the products of a file at
 * `/api/products`, whatever Vite's `base` is, and follows the file. It says through Vite's logger
 * which products it serves, or what is wrong with the file. A valid version reloads the open pages;
 * an error is also shown over them, and the version before stays. Until a version has been valid,
 * each request gets 500.
 * @param path of the products file, from Vite's `root`
 * @param options of `delayAndFail`
 */
export function productCatalogue(path: string, options: DelayAndFailOptions = {}) {
  const end = new AbortController();
  return {
    name: 'product-catalogue',

    // A build, `vite preview` and Vitest load the configuration, too, and need no products.
    apply(_config: unknown, { command, isPreview }: { command: string; isPreview?: boolean }) {
      return command === 'serve' && !isPreview && !process.env.VITEST;
    },

    async configureServer({ config: { root, logger }, middlewares, ws }: ViteServer) {
      const withTime = { timestamp: true };
      const file = relative('', resolve(root, path));
      const catalog = new MemoryCatalog([]);
      const handler = createHandler(catalog);
      let listener = delayAndFail(handler, { fail: 100 });
      middlewares.use('/api/products', (request, response) => {
        // `use` has cut `/api/products` off the URL.
        request.url = request.originalUrl;
        listener(request, response);
      });

      function take(version: ProductsVersion): void {
        if (version instanceof Error) {
          logger.error(version.message, withTime);
          send({ type: 'error', err: { message: version.message, stack: '' } });
        } else {
          catalog.replace(version);
          listener = delayAndFail(handler, options);
          const products = countProducts(version.length);
          logger.info(`Serving ${products} of ${file} at /api/products`, withTime);
          send({ type: 'full-reload' });
        }
      }
      function send(message: Message): void {
        // Vite would keep it for the next page that is opened, when it may not be true any more.
        if (ws.clients.size > 0) ws.send(message);
      }

      const onWarning = (line: string) => logger.warn(line, withTime);
      const versions = watchProducts(file, { signal: end.signal, onWarning });
      // Vite waits for the first version only.
      const { value: first } = await versions.next();
      if (first !== undefined) take(first);
      void (async () => {
        for await (const version of versions) take(version);
      })();
    },

    // Vite calls it when its server ends, from Vite 6 on several times.
    closeBundle: () => end.abort(),
  };
}
