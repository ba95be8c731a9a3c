import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { relative, resolve } from 'node:path';
import { createHandler } from './adapters/http/create-handler.ts';
import { sendInternalError } from './adapters/http/response-format.ts';
import { MemoryCatalog } from './adapters/memory/memory-catalog.ts';
import { type DelayAndFailOptions, delayAndFail, describeDelayAndFail } from './delay-and-fail.ts';
import { formatProductCount, formatStillServed } from './products-file/messages.ts';
import { type ProductsVersion, watchProducts } from './products-file/watch-products.ts';

/**
 * What the plugin uses of Vite's development server. The package does not depend on Vite, so these
 * types stand for Vite's own.
 */
interface ViteServer {
  readonly config: { root: string; logger: Logger; plugins: readonly { name: string }[] };
  readonly middlewares: { use(path: string, middleware: Middleware): unknown };
  readonly watcher: { close(): Promise<unknown> };
  readonly ws: {
    /** The pages that are open. */
    readonly clients: Iterable<{ send(message: PageMessage): void }>;
    on(event: 'connection', listener: (socket: { send(text: string): void }) => void): unknown;
  };
}
type Logger = Record<'info' | 'warn' | 'error', (text: string, options: LogOptions) => void>;
type LogOptions = { readonly timestamp: boolean };
type Middleware = (request: ConnectRequest, response: ServerResponse) => void;
/** `originalUrl` is the URL before `use` has cut the path off. */
type ConnectRequest = IncomingMessage & { readonly originalUrl?: string | undefined };
/** Reloads a page, or shows an error over it. */
type PageMessage = { type: 'full-reload' } | { type: 'error'; err: { message: string; stack: '' } };

const NAME = 'product-catalogue';

/**
 * A plugin for Vite 5 or later. It serves the products of a file at `/api/products` of Vite's
 * development server, whatever `base` is, and follows the file. Vite's logger says how many are
 * served, or what is wrong with the file. A valid version reloads the open pages. If the file is
 * wrong, the version before stays, and an error is shown over the open pages, and over each that is
 * opened then. After a start or a restart of Vite, each request gets 500 until a version is valid.
 *
 * @example
 * export default defineConfig({ plugins: [productCatalogue('products.json', { delay: 2000 })] });
 *
 * @param path the path of the products file, from Vite's `root`
 * @param options `delay`, how many milliseconds each response waits, and `fail`, what percentage (0
 * to 100) of the requests get 500, to see the page loading and failing; both are 0 by default
 */
export function productCatalogue(path: string, options: DelayAndFailOptions = {}) {
  return {
    name: NAME,
    // Before plugins that answer every path.
    enforce: 'pre' as const,

    // Vitest starts a development server, too, but needs no products.
    apply: () => !process.env.VITEST,

    // Vite listens only after this. At a restart, it calls this for the new server before it closes
    // the old one, with the same plugin object if that was passed to Vite's `createServer`. So each
    // server has its own state.
    async configureServer({ config, middlewares, watcher, ws }: ViteServer) {
      const { root, logger, plugins } = config;
      if (plugins.filter(({ name }) => name === NAME).length > 1) {
        throw new Error(`${NAME}: the plugin serves one file, but is given twice`);
      }
      const withTimestamp = { timestamp: true };
      // From the working folder, the path is short, and a click in a terminal opens the file.
      const file = relative('', resolve(root, path));
      let listener: RequestListener = (_request, response) => sendInternalError(response);
      /** What requests get while the newest version is wrong. */
      let fallback = 'each request gets 500 until the file is valid';
      /** The error that each page shows; `undefined` while the newest version is served. */
      let overlay: PageMessage | undefined;

      middlewares.use('/api/products', (request, response) => {
        request.url = request.originalUrl;
        listener(request, response);
      });
      ws.on('connection', (socket) => {
        if (overlay !== undefined) socket.send(JSON.stringify(overlay));
      });

      function serveOrReport(version: ProductsVersion): void {
        if (version instanceof Error) {
          const message = `${version.message}\n${file}: ${fallback}`;
          logger.error(message, withTimestamp);
          overlay = { type: 'error', err: { message, stack: '' } };
        } else {
          listener = delayAndFail(createHandler(new MemoryCatalog(version)), options);
          const products = formatProductCount(version.length);
          logger.info(`Serving ${products} of ${file} at /api/products`, withTimestamp);
          fallback = formatStillServed(version.length);
          overlay = undefined;
        }
        // `ws.send` is not used: if no page is open, it would keep an error for the next one, even
        // if that error is out of date by then; and with `server.hmr: false`, it sends no reload.
        for (const client of ws.clients) client.send(overlay ?? { type: 'full-reload' });
      }

      const watchController = new AbortController();
      const onWarning = (line: string) => logger.warn(line, withTimestamp);
      const versions = watchProducts(file, { signal: watchController.signal, onWarning });
      const { value: firstVersion } = await versions.next();
      if (firstVersion !== undefined) serveOrReport(firstVersion);
      const notice = describeDelayAndFail(options);
      if (notice !== undefined) logger.info(notice, withTimestamp);

      async function follow(): Promise<void> {
        for await (const version of versions) serveOrReport(version);
      }
      // Vite calls this function when the hooks of all plugins have succeeded. It does not wait for
      // what begins here, and an unhandled rejection would end it.
      return () => {
        follow().catch(({ stack }: Error) => logger.error(`${stack}`, withTimestamp));
        // Vite's hooks at the end, such as `closeBundle`, do not say which server has ended, but
        // each server closes its own watcher.
        const { close } = watcher;
        watcher.close = () => {
          watchController.abort();
          return close.call(watcher);
        };
      };
    },
  };
}
