import { EventEmitter } from 'node:events';
import type { RequestListener } from 'node:http';
import { relative } from 'node:path';
import { expect } from 'chai';
import supertest from 'supertest';
import { productCatalogue } from '../src/vite.ts';
import { Program, programOf } from './support/service.ts';
import { TEA } from './support/tea.ts';
import { TemporaryFolder } from './support/temporary-folder.ts';
import { until } from './support/with-timeout.ts';

type Plugin = ReturnType<typeof productCatalogue>;
type ViteServer = Parameters<Plugin['configureServer']>[0];

/** The plugin in a server that stands for Vite's. `.ci/package` runs it in Vite itself. */
describe('productCatalogue', () => {
  const folder = new TemporaryFolder();
  const save = (products: unknown[]) => folder.write('products.json', JSON.stringify(products));
  const empty = () => folder.write('products.json', '');

  /** What messages call the file: tests run in another folder than Vite's root. */
  const file = relative('', folder.path('products.json'));
  const serving = `info: Serving 1 product of ${file} at /api/products`;
  const fault = `${file}: expected products, got an empty file\n${file}:`;

  const closes: (() => Promise<void>)[] = [];
  afterEach(() => Promise.all(closes.splice(0).map((close) => close())));

  /** Starts a server up to where the hooks of all plugins have succeeded. Vite then calls `begin`. */
  async function start(plugin = productCatalogue('products.json'), plugins: Plugin[] = [plugin]) {
    let use: Parameters<ViteServer['middlewares']['use']>[1] = expect.fail;
    const said: string[] = [];
    const print = (level: string) => (text: string) => said.push(`${level}: ${text}`);
    const logger = { info: print('info'), warn: print('warn'), error: print('error') };
    const clients = new Set<{ send(message: unknown): void }>();
    const ws = Object.assign(new EventEmitter(), { clients });
    const watcher = { close: async (): Promise<unknown> => 'closed' };
    const config = { root: folder.path('.'), logger, plugins };
    const middlewares = {
      use(path: string, middleware: typeof use) {
        expect(path).to.equal('/api/products');
        use = middleware;
      },
    };
    const begin = await plugin.configureServer({ config, middlewares, watcher, ws });
    /** Passes a request on as Vite's server does, which cuts the path off the URL. */
    const listener: RequestListener = (request, response) =>
      use(Object.assign(request, { originalUrl: request.url, url: '/' }), response);
    const close = async () => {
      expect(await watcher.close()).to.equal('closed');
      expect(said).to.deep.equal([]);
    };
    closes.push(close);
    return {
      begin,
      close,
      logger,
      /** Checks what the logger says next. */
      async expectSaid(text: string) {
        await until(() => said.length > 0, true);
        expect(said.shift()).to.equal(text);
      },
      get: (target: string) => supertest(listener).get(target),
      /** @returns what the page receives: errors that are shown over it, and reloads */
      openPage() {
        const received: unknown[] = [];
        clients.add({ send: (message) => received.push(message) });
        ws.emit('connection', { send: (text: string) => received.push(JSON.parse(text)) });
        return received;
      },
    };
  }

  it('keeps the products while the file is wrong, but answers 500 after a restart until it is valid', async () => {
    save([TEA]);
    const plugin = productCatalogue('products.json');
    const before = await start(plugin);
    before.begin();
    await before.expectSaid(serving);
    empty();
    await before.expectSaid(`error: ${fault} still serving the 1 product from before`);
    await before.get('/api/products/7?v=1').expect(200, TEA);
    // As at a restart of Vite with a plugin that was passed to `createServer`.
    const after = await start(plugin);
    after.begin();
    await before.close();
    await after.expectSaid(`error: ${fault} each request gets 500 until the file is valid`);
    await after.get('/api/products').expect(500);
    save([TEA]);
    await after.expectSaid(serving);
    await after.get('/api/products').expect(200, [TEA]);
  });

  it('shows an error over each page while the file is wrong, and reloads it then', async () => {
    save([]);
    const vite = await start();
    vite.begin();
    await vite.expectSaid(`warn: ${file}: warning: no products`);
    await vite.expectSaid(`info: Serving 0 products of ${file} at /api/products`);
    const before = vite.openPage();
    empty();
    const message = `${fault} still serving the 0 products from before`;
    await vite.expectSaid(`error: ${message}`);
    const meanwhile = vite.openPage();
    save([TEA]);
    await vite.expectSaid(serving);
    const shown = { type: 'error', err: { message, stack: '' } };
    expect(before).to.deep.equal([shown, { type: 'full-reload' }]);
    expect(meanwhile).to.deep.equal(before);
    expect(vite.openPage()).to.deep.equal([]);
  });

  it('watches nothing before all hooks have succeeded, or after the server is closed', async () => {
    const path = save([TEA]);
    const code = `
      import { productCatalogue } from './src/vite.ts';
      const config = { root: '', logger: { info: console.log }, plugins: [] };
      const [middlewares, ws] = [{ use() {} }, { clients: [], on() {} }];
      const start = (watcher) =>
        productCatalogue(${JSON.stringify(path)}).configureServer({ config, middlewares, watcher, ws });
      await start({});
      const watcher = { close() {} };
      (await start(watcher))();
      watcher.close();
    `;
    // If it still watched the file, the program would not end.
    await using program = new Program(programOf(code));
    expect(await program.ended()).to.equal(0);
    expect(program.stdout).to.match(/^(Serving 1 product of .*\n){2}$/);
  });

  it('passes an exception to the logger, since an unhandled one would end Vite', async () => {
    save([TEA]);
    const vite = await start();
    await vite.expectSaid(serving);
    vite.logger.info = () => {
      throw Object.assign(new Error(), { stack: 'Error: in a place' });
    };
    vite.begin();
    save([TEA, TEA]);
    await vite.expectSaid(`warn: ${file}: warning: duplicate ids: 7`);
    await vite.expectSaid('error: Error: in a place');
  });

  it('comes before plugins that answer every path', () => {
    expect(productCatalogue('products.json').enforce).to.equal('pre');
  });

  it('does not let Vite start if it is given twice', async () => {
    const plugin = productCatalogue('products.json');
    const error: unknown = await start(plugin, [plugin, plugin]).catch((error) => error);
    const message = 'product-catalogue: the plugin serves one file, but is given twice';
    expect(error).to.have.property('message', message);
  });

  it('has responses fail as its options say, and says so', async () => {
    save([TEA]);
    const vite = await start(productCatalogue('products.json', { fail: 100 }));
    await vite.expectSaid(serving);
    await vite.expectSaid('info: For development: 100 % of the requests get 500');
    await vite.get('/api/products').expect(500);
  });

  it('is not used in Vitest', () => {
    const { apply } = productCatalogue('products.json');
    expect(apply()).to.equal(true);
    process.env.VITEST = 'true';
    expect(apply()).to.equal(false);
    delete process.env.VITEST;
  });
});
