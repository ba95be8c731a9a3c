import type { IncomingMessage, ServerResponse } from 'node:http';
import { relative, resolve } from 'node:path';
import { createHandler } from './adapters/http/create-handler.ts';
import { MemoryCatalog } from './adapters/memory/memory-catalog.ts';
import { type DelayAndFailOptions, delayAndFail } from './delay-and-fail.ts';
import { formatProductCount, formatStillServed } from './products-file/messages.ts';
import { watchProducts } from './products-file/watch-products.ts';

/**
 * What the plugin uses of Vite's development server. The package does not depend on Vite, so these
 * types stand for Vite's own.
 */
interface ViteServer {
  readonly config: { readonly root: string; readonly logger: ViteLogger };
  readonly middlewares: { use(path: string, middleware: Middleware): unknown };
  readonly watcher: { close(): Promise<unknown> };
  readonly ws: {
    /** The pages that are open. */
    readonly clients: Iterable<{ send(message: PageMessage): void }>;
    on(event: 'connection', listener: (socket: { send(text: string): void }) => void): unknown;
  };
}
type ViteLogger = Record<'info' | 'warn' | 'error', (text: string, options: LogOptions) => void>;
type LogOptions = { readonly timestamp: boolean };
type Middleware = (request: ConnectRequest, response: ServerResponse) => void;
/** `originalUrl` is the URL before `use` has cut the path off. */
type ConnectRequest = IncomingMessage & { readonly originalUrl?: string | undefined };
/** Reloads a page, or shows an error over it. */
type PageMessage = { type: 'full-reload' } | { type: 'error'; err: { message: string; stack: '' } };

/**
 * A plugin for Vite 5 or later. It serves the products of a file at `/api/products` of Vite's
 * development server, whatever `base` is, and follows the file. Vite's logger says how many are
 * served, or what is wrong with the file. A valid version reloads the open pages. If the file is
 * wrong, the version before stays, and an error is shown over the open pages, and over each that is
 * opened then. After a start or a restart, requests wait for the first version. If it is not valid,
 * each request gets 500 until one is.
 * @param path the path of the products file, from Vite's `root`
 * @param options those of `delayAndFail`
 */
export function productCatalogue(path: string, options: DelayAndFailOptions = {}) {
  return {
    name: 'product-catalogue',

    // A build, `vite preview` and Vitest load the configuration, too, and need no products.
    apply(_config: unknown, { command, isPreview }: { command: string; isPreview?: boolean }) {
      return command === 'serve' && !isPreview && !process.env.VITEST;
    },

    // At a restart, Vite calls this for the new server before it closes the old one, with the same
    // plugin object if that was passed to Vite's `createServer`. So each server has its own state.
    configureServer({ config: { root, logger }, middlewares, watcher, ws }: ViteServer) {
      const withTimestamp = { timestamp: true };
      const file = relative('', resolve(root, path));
      const catalog = new MemoryCatalog([]);
      const handler = createHandler(catalog);
      // Until a version is valid, there is nothing to serve, and all requests fail.
      let listener = delayAndFail(handler, { fail: 100 });
      let notice = 'each request gets 500 until the file is valid';
      let error: PageMessage | undefined;
      let firstVersion: Promise<void> | undefined;

      middlewares.use('/api/products', async (request, response) => {
        await firstVersion;
        request.url = request.originalUrl;
        listener(request, response);
      });
      ws.on('connection', (socket) => {
        if (error !== undefined) socket.send(JSON.stringify(error));
      });

      async function follow(signal: AbortSignal, onVersion: () => void): Promise<void> {
        const onWarning = (line: string) => logger.warn(line, withTimestamp);
        for await (const version of watchProducts(file, { signal, onWarning })) {
          if (version instanceof Error) {
            const message = `${version.message}\n${file}: ${notice}`;
            logger.error(message, withTimestamp);
            error = { type: 'error', err: { message, stack: '' } };
          } else {
            catalog.replace(version);
            listener = delayAndFail(handler, options);
            notice = formatStillServed(version.length);
            const count = formatProductCount(version.length);
            logger.info(`Serving ${count} of ${file} at /api/products`, withTimestamp);
            error = undefined;
          }
          // `ws.send` is not used: if no page is open, it would keep an error for the next one,
          // even if that error is out of date by then; and with `server.hmr: false`, it sends no
          // reload.
          for (const client of ws.clients) client.send(error ?? { type: 'full-reload' });
          onVersion();
        }
      }

      // Vite calls this function when the hooks of all plugins have succeeded. It does not wait for
      // what begins here, and an unhandled rejection would end it.
      return () => {
        const watchController = new AbortController();
        firstVersion = new Promise((resolve) => {
          const logException = ({ stack }: Error) => logger.error(`${stack}`, withTimestamp);
          follow(watchController.signal, resolve).catch(logException).finally(resolve);
        });
        // Vite has no event for the end of a server, but closes the watcher that each server has.
        const { close } = watcher;
        watcher.close = () => {
          watchController.abort();
          return close.call(watcher);
        };
      };
    },
  };
}
