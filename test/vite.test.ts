import { relative } from 'node:path';
import { expect } from 'chai';
import { productCatalogue } from '../src/vite.ts';
import { expectContract, INTERNAL_ERROR } from './support/contract.ts';
import { Servers } from './support/local-server.ts';
import { request } from './support/raw-http.ts';
import { Program, programOf } from './support/service.ts';
import { TemporaryFolder } from './support/temporary-folder.ts';
import { until } from './support/with-timeout.ts';

type Plugin = ReturnType<typeof productCatalogue>;
type ViteServer = Parameters<Plugin['configureServer']>[0];

const TEA = { id: 7, name: 'Tea', price: 3.5 };

/** The plugin in a server that stands for Vite's. `.ci/package` runs it in Vite itself. */
describe('productCatalogue', () => {
  const servers = new Servers();
  const folder = new TemporaryFolder();
  /** What messages call the file: tests run in another folder than Vite's root. */
  const file = relative('', folder.path('products.json'));
  const serving = `info: Serving 1 product of ${file} at /api/products`;
  const empty = `${file}: expected products, got an empty file`;

  let plugin: Plugin;
  let said: string[];
  let sent: Parameters<ViteServer['ws']['send']>[0][];
  beforeEach(() => {
    plugin = productCatalogue('products.json');
    said = [];
    sent = [];
  });
  afterEach(() => plugin.closeBundle());

  const save = (content: string) => folder.write('products.json', content);

  /** Starts the server, to which so many pages are connected. */
  async function start(pages: number) {
    let path = '';
    let listener: Parameters<ViteServer['middlewares']['use']>[1] = expect.fail;
    const print = (level: string) => (text: string) => said.push(`${level}: ${text}`);
    const logger = { info: print('info'), warn: print('warn'), error: print('error') };
    await plugin.configureServer({
      config: { root: folder.path('.'), logger },
      middlewares: { use: (...args) => ([path, listener] = args) },
      ws: { clients: { size: pages }, send: (message) => sent.push(message) },
    });
    const { port } = await servers.start({
      listener: (request, response) => {
        // As `use` of Vite's server does.
        const { url: originalUrl = '' } = request;
        expect(originalUrl.startsWith(path), originalUrl).to.equal(true);
        request.url = originalUrl.slice(path.length) || '/';
        listener(Object.assign(request, { originalUrl }), response);
      },
    });
    /** Checks that a target gets this, and nothing else if it is an error. */
    return async (target: string, expected: { status: number; json: unknown }) =>
      expectContract(await request(port, 'GET', target), 'GET', expected);
  }

  it('serves the products of a file in the root, and says so', async () => {
    save(JSON.stringify([TEA]));
    const expectResponse = await start(1);
    await expectResponse('/api/products', { status: 200, json: [TEA] });
    await expectResponse('/api/products/7?v=1', { status: 200, json: TEA });
    expect(said).to.deep.equal([serving]);
  });

  it('answers 500 until the file is right, and keeps the products when it is wrong again', async () => {
    save('');
    const expectResponse = await start(1);
    await expectResponse('/api/products', INTERNAL_ERROR);
    save(JSON.stringify([TEA]));
    await until(() => said.length === 2);
    await expectResponse('/api/products', { status: 200, json: [TEA] });
    save('');
    await until(() => said.length === 3);
    await expectResponse('/api/products', { status: 200, json: [TEA] });

    expect(said).to.deep.equal([`error: ${empty}`, serving, `error: ${empty}`]);
    const error = { type: 'error', err: { message: empty, stack: '' } };
    expect(sent).to.deep.equal([error, { type: 'full-reload' }, error]);
  });

  it('sends nothing if no page is open, since Vite would keep it', async () => {
    save('');
    await start(0);
    save('[]');
    await until(() => said.length === 3);
    const [, warning] = said;
    expect(warning).to.equal(`warn: ${file}: warning: no products`);
    expect(sent).to.deep.equal([]);
  });

  it('has responses fail as its options say', async () => {
    plugin = productCatalogue('products.json', { fail: 100 });
    save(JSON.stringify([TEA]));
    const expectResponse = await start(0);
    await expectResponse('/api/products', INTERNAL_ERROR);
    expect(said).to.deep.equal([serving]);
  });

  it('stops watching when the server ends, even if it is told so twice', async () => {
    const path = save(JSON.stringify([TEA]));
    const code = `
      import { productCatalogue } from './src/vite.ts';
      const plugin = productCatalogue('${path}');
      const config = { root: '', logger: { info: console.log } };
      const ws = { clients: new Set() };
      await plugin.configureServer({ config, middlewares: { use() {} }, ws });
      plugin.closeBundle();
      plugin.closeBundle();
    `;
    await using program = new Program(programOf(code));
    expect(await program.ended()).to.equal(0);
    expect(program.stdout).to.match(/^Serving 1 product of /);
  });

  const environments: [what: string, env: Parameters<Plugin['apply']>[1], isUsed: boolean][] = [
    ['a development server', { command: 'serve' }, true],
    ['a build', { command: 'build' }, false],
    ['vite preview', { command: 'serve', isPreview: true }, false],
  ];
  for (const [what, env, isUsed] of environments) {
    it(`is ${isUsed ? '' : 'not '}used in ${what}`, () => {
      expect(plugin.apply({}, env)).to.equal(isUsed);
    });
  }
});
