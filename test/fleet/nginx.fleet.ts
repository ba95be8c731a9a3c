import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { type AddressInfo, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { sampleProducts } from '../../src/adapters/memory/sample-products.ts';
import { answerByContract, expectContract } from '../support/contract.ts';
import { documentedCommands } from '../support/documented-commands.ts';
import { expectNoLoss, Load } from '../support/load.ts';
import { exchangeOne, request } from '../support/raw-http.ts';
import { Program, Service } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { once, withTimeout } from '../support/with-timeout.ts';

/** Debian installs nginx in /usr/sbin, which is not in every user's PATH. */
const PATH = `${process.env.PATH}:/usr/sbin`;

/** A configuration in docs/deploy, with a change that docs/nginx.md or the file itself shows. */
interface Variant {
  readonly file: 'nginx.conf' | 'nginx-site.conf';
  readonly change?: readonly [from: string, to: string];
  readonly isHttps?: boolean;
}

const HTTP: Variant = { file: 'nginx.conf' };
const HTTPS: Variant = { file: 'nginx.conf', isHttps: true };
const LIMITS: Variant = {
  file: 'nginx.conf',
  change: [
    'server {\n    # Your host name.',
    `${blockOf('limit_req_zone ')}server {\n${blockOf('limit_req ')}    # Your host name.`,
  ],
};
const SITE: Variant = { file: 'nginx-site.conf' };
const variants: readonly [does: string, variant: Variant][] = [
  ['nginx.conf', HTTP],
  ['nginx.conf with HTTPS', HTTPS],
  ['nginx.conf with limits for each client', LIMITS],
  [
    'nginx.conf with a list that browsers keep',
    {
      file: 'nginx.conf',
      change: ['= /api/products {', `= /api/products {\n${blockOf('add_header Cache-Control')}`],
    },
  ],
  ['nginx-site.conf', SITE],
  [
    'nginx-site.conf without pages of other sites',
    { file: 'nginx-site.conf', change: ['# proxy_hide_header', 'proxy_hide_header'] },
  ],
];

/** What docs/nginx.md and the files in docs/deploy promise, of two instances behind a real nginx. */
describe('nginx in front of two instances', function () {
  this.timeout(60_000);
  let fleet: Fleet;

  afterEach(() => fleet?.stop());

  for (const [name, variant] of variants) {
    it(`accepts ${name}`, async () => {
      fleet = await Fleet.create(variant);
      const { status, stderr } = spawnSync('nginx', [...fleet.options, '-t'], {
        encoding: 'utf8',
        env: { PATH },
      });
      expect(stderr).to.include('test is successful').and.not.to.include('[warn]');
      expect(status).to.equal(0);
    });
  }

  it('loses no request when both are restarted in turn', async () => {
    fleet = await Fleet.start(HTTP);
    await expectNoLoss(new Load(fleet.port(80)), async () => {
      for (const port of [3001, 3002]) {
        expect(await fleet.instances.get(port)?.stop('SIGTERM')).to.equal(0);
        await fleet.startInstance(port);
      }
    });
  });

  it('loses no request when one is killed, stays down and comes back', async () => {
    fleet = await Fleet.start(HTTP);
    const load = new Load(fleet.port(80));
    await expectNoLoss(load, async () => {
      await fleet.instances.get(3001)?.stop('SIGKILL');
      await load.waitForRequests(1000);
      await fleet.startInstance(3001);
      await load.waitForRequests(1000);
    });
  });

  it('loses no request when one is frozen, for which few requests wait', async () => {
    fleet = await Fleet.start(HTTP);
    const load = new Load(fleet.port(80));
    await expectNoLoss(load, async () => {
      fleet.instances.get(3001)?.process.kill('SIGSTOP');
      await fleet.nginx?.printed(/upstream timed out/);
      await load.waitForRequests(3000);
    });
    // Each of the 32 clients may have waited once; after that, nginx tries the instance with single requests.
    expect(fleet.nginx?.stderr.match(/upstream timed out/g)).to.have.length.below(50);
  });

  it('answers 502 in JSON when both are down, and logs what docs/operations.md counts', async () => {
    fleet = await Fleet.start(HTTP);
    await fleet.expectJson('/api/products', 200, sampleProducts);
    // From the cache.
    await fleet.expectJson('/api/products', 200, sampleProducts);
    await fleet.stopInstances();
    await fleet.expectJson('/api/products/2', 502, { error: 'Bad gateway' });
    // Once nginx has ended, it has written all lines.
    await fleet.nginx?.stop('SIGQUIT');
    const counted = fleet.run(documentedCommands('docs/operations.md', 'awk '));
    expect(counted).to.match(/^3 1 \d\n$/);
  });

  const targets = [
    '/api/products',
    '/api/products?',
    '/api/products/',
    '/api/products/9',
    '/api/products/x/../2?n=/9',
    '/api/products/%32',
    '//api/products',
    '/api/x/../products',
  ];
  const methods = ['GET', 'HEAD', 'OPTIONS', 'POST'];

  it('keeps the contract for any method and target', async () => {
    fleet = await Fleet.start(HTTP);
    for (const target of [...targets, 'http://shop.example/api/products/2']) {
      for (const method of methods) {
        const expected = answerByContract(method, target, sampleProducts);
        expectContract(await request(fleet.port(80), method, target), method, expected);
      }
    }
  });

  it('keeps the contract over HTTPS and HTTP/2, redirects port 80, and answers ACME challenges', async () => {
    fleet = await Fleet.start(HTTPS);
    const ca = readFileSync(fleet.folder.path('certs/shop.example.pem'));
    const session = connect(`https://127.0.0.1:${fleet.port(443)}`, {
      ca,
      servername: 'shop.example',
    });
    const ask = async (method: string, path: string) => {
      const stream = session.request({ ':method': method, ':path': path }, { endStream: true });
      const [{ ':status': status, ...fields }] = await once(stream, 'response');
      const headers = new Headers(Object.entries<string>(fields));
      return { status, headers, body: await text(stream) };
    };
    for (const target of targets) {
      for (const method of methods) {
        const expected = answerByContract(method, target, sampleProducts);
        expectContract(await ask(method, target), method, expected);
      }
    }
    const challenge = '/.well-known/acme-challenge';
    fleet.run(`cd /var/www/html/ && mkdir -p .${challenge} && echo answer >.${challenge}/token`);
    expect(await ask('GET', `${challenge}/token`)).to.include({ status: 200, body: 'answer\n' });
    session.close();

    const { status, headers } = await request(fleet.port(80), 'GET', '/api/products/2?v=1');
    expect(status).to.equal(308);
    expect(headers.get('location')).to.equal('https://shop.example/api/products/2?v=1');
    expect(headers.get('access-control-allow-origin')).to.equal('*');
  });

  it("answers what it rejects itself in the service's format, with the statuses that docs/nginx.md has", async () => {
    fleet = await Fleet.start(HTTP);
    for (const [head, status, error] of [
      ['GET /api/products/% HTTP/1.1', 400, 'Bad request'],
      ['GET /../api/products HTTP/1.1', 400, 'Bad request'],
      ['OPTIONS * HTTP/1.1', 400, 'Bad request'],
      ['CONNECT shop.example:80 HTTP/1.1', 400, 'Bad request'],
      ['get / HTTP/1.1', 400, 'Bad request'],
      [`GET /${'x'.repeat(9000)} HTTP/1.1`, 431, 'Request header fields too large'],
      [`GET / HTTP/1.1\r\nX: ${'x'.repeat(9000)}`, 431, 'Request header fields too large'],
      ['POST / HTTP/1.1\r\nContent-Length: 5000', 404, 'Not found'],
      ['GET /.bad-request HTTP/1.1', 404, 'Not found'],
    ] as const) {
      const body = head.startsWith('POST') ? 'x'.repeat(5000) : '';
      const bytes = `${head}\r\nHost: shop.example\r\nConnection: close\r\n\r\n${body}`;
      const response = await exchangeOne(fleet.port(80), bytes);
      expectContract(response, 'GET', { status, json: { error } });
    }
  });

  it('serves the products under an existing site, whose other pages stay as they are', async () => {
    fleet = await Fleet.start(SITE);
    await fleet.expectJson('/api/products', 200, sampleProducts);
    await fleet.expectJson('/api/products/2', 200, sampleProducts[1]);
    await fleet.expectJson('/api/products/9', 404, { error: 'Product not found' });
    await fleet.expectJson('/api/products?page=2', 404, { error: 'Not found' });
    expect(await (await fleet.get('/')).text()).to.equal('The shop');
    expect(await (await fleet.get('/api')).text()).to.equal('An error in the shop');
    await fleet.stopInstances();
    await fleet.expectJson('/api/products', 502, { error: 'Bad gateway' });
  });

  it('compresses a long list once for all clients, and soon sends the new one after a change', async () => {
    fleet = await Fleet.create(HTTP);
    let products = Array.from({ length: 1000 }, (_, id) => ({ id, name: `No. ${id}`, price: 1 }));
    const file = fleet.folder.write('products.json', JSON.stringify(products));
    await fleet.launch(file, '--watch', '--log');
    const getList = async (
      fields: Record<string, string> = {},
      encoding: string | null = 'gzip',
    ) => {
      const response = await fleet.get('/api/products', { 'Accept-Encoding': 'gzip', ...fields });
      expect(response.status).to.equal(200);
      expect(response.headers.get('content-encoding')).to.equal(encoding);
      expect(response.headers.get('vary')).to.equal('Accept-Encoding');
      return (await response.json()) as unknown[];
    };
    expect(await getList({ 'Accept-Encoding': 'br, GZIP;q=0.5' })).to.deep.equal(products);
    expect(await getList({ 'Accept-Encoding': 'gzip;q=0' }, null)).to.deep.equal(products);
    expect(await getList({ Range: 'bytes=0-9' })).to.deep.equal(products);
    expect(await getList({ 'If-None-Match': '*' })).to.deep.equal(products);

    await Promise.all(Array.from({ length: 100 }, () => getList()));
    const logs = Array.from(fleet.instances.values(), ({ stdout }) => stdout).join('');
    expect(logs.match(/GET \/api\/products /g)).to.have.length.below(50);

    products = products.slice(1);
    fleet.folder.write('products.json', JSON.stringify(products));
    const change = async () => {
      while ((await getList()).length !== products.length) await delay(100);
    };
    await withTimeout(change(), () => 'the new list');
  });

  it('refuses a client that asks too often with 429, which a page can read', async () => {
    fleet = await Fleet.start(LIMITS);
    const statuses: number[] = [];
    do statuses.push((await fleet.get('/api/products/2')).status);
    while (statuses.at(-1) === 200 && statuses.length < 1000);
    expect(statuses).to.have.length.above(100);
    await fleet.expectJson('/api/products/2', 429, { error: 'Too many requests' });
  });
});

/** The block of configuration in docs/nginx.md that starts with `start`. */
function blockOf(start: string): string {
  const blocks = readFileSync('docs/nginx.md', 'utf8').matchAll(/^```nginx\n(.*?)^```$/gms);
  const found = Array.from(blocks, ([, block = '']) => block).find((each) =>
    each.startsWith(start),
  );
  if (found === undefined) throw new Error(`docs/nginx.md has no block that starts with: ${start}`);
  return found;
}

/** Two instances and nginx, on free ports of the loopback interface in place of the documented ones. */
class Fleet {
  readonly folder = new TemporaryFolder();
  /** By their documented ports. */
  readonly instances = new Map<number, Service>();
  nginx: Program | undefined;
  /** With these, nginx uses the folder. */
  readonly options = ['-p', this.folder.path('.'), '-c', 'nginx.conf', '-e', 'stderr'];
  readonly #ports = new Map<number, number>();
  #args: readonly string[] = [];

  /** Writes the configuration, and starts nothing. */
  static async create({ file, change: [from, to] = ['', ''], isHttps }: Variant): Promise<Fleet> {
    const fleet = new Fleet();
    // All of these stay open until the last port is known, so that no port comes twice.
    const servers = [80, 443, 3001, 3002, 3080].map((port) => ({ port, server: createServer() }));
    for (const { port, server } of servers) {
      await once(server.listen(0), 'listening');
      fleet.#ports.set(port, (server.address() as AddressInfo).port);
    }
    for (const { server } of servers) await once(server.close(), 'close');
    // The same folders as in Debian's /etc/nginx, /etc/ssl and /var.
    for (const name of ['conf.d', 'certs', 'private', 'www/html']) {
      mkdirSync(fleet.folder.path(name), { recursive: true });
    }
    fleet.folder.write('www/html/index.html', 'The shop');
    fleet.folder.write('www/html/error.html', 'An error in the shop');
    fleet.folder.write('nginx.conf', MAIN_CONFIG);
    const documented = readFileSync(`docs/deploy/${file}`, 'utf8');
    expect(documented).to.include(from);
    const config = fleet.#localize(documented.replace(from, to));
    fleet.folder.write('conf.d/product-catalogue.conf', config);
    for (const start of isHttps ? ['openssl req ', 'sed -i '] : []) {
      fleet.run(documentedCommands('docs/nginx.md', start));
    }
    return fleet;
  }

  static async start(variant: Variant): Promise<Fleet> {
    const fleet = await Fleet.create(variant);
    await fleet.launch();
    return fleet;
  }

  /** Starts both instances with these arguments, and nginx, and waits until all listen. */
  async launch(...args: string[]): Promise<void> {
    this.#args = args;
    await Promise.all([this.startInstance(3001), this.startInstance(3002)]);
    this.nginx = new Program(['nginx', ...this.options], { PATH });
    // nginx listens before it logs this.
    await this.nginx.printed(/start worker process /);
  }

  async startInstance(documented: number): Promise<void> {
    const address = ['--host', '127.0.0.1', '--port', String(this.port(documented))];
    const instance = new Service({}, [...address, ...this.#args]);
    this.instances.set(documented, instance);
    await instance.ready();
  }

  async stopInstances(): Promise<void> {
    for (const instance of this.instances.values()) await instance.stop('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.stopInstances();
    await this.nginx?.stop('SIGQUIT');
  }

  /** The port in place of the documented one. */
  port(documented: number): number {
    return this.#ports.get(documented) ?? expect.fail(`no port in place of ${documented}`);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port(80)}${path}`, { headers });
  }

  /** Checks a response that is JSON, which a page on any origin may read. */
  async expectJson(path: string, status: number, json: unknown): Promise<void> {
    const response = await this.get(path);
    expect(response.status, path).to.equal(status);
    expect(response.headers.get('content-type')).to.equal('application/json');
    expect(response.headers.get('access-control-allow-origin')).to.equal('*');
    expect(await response.json()).to.deep.equal(json);
  }

  /** Runs documented commands on the files in the folder. @returns what they print */
  run(commands: string): string {
    return execFileSync('sh', ['-ec', this.#localize(commands)], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  }

  /** Replaces documented ports and folders. */
  #localize(text: string): string {
    return text
      .replace(/127\.0\.0\.1:(\d+)/g, (_, port) => `127.0.0.1:${this.port(Number(port))}`)
      .replace(/listen (80|443)/g, (_, port) => `listen 127.0.0.1:${this.port(Number(port))}`)
      .replace(/listen \[::\]:(\d+)/g, (_, port) => `listen [::1]:${this.port(Number(port))}`)
      .replace(
        /\/(etc\/nginx|etc\/ssl|var\/lib\/nginx|var\/log\/nginx|var)\//g,
        this.folder.path('/'),
      );
  }
}

/** The settings of Debian that matter here, and paths in the temporary folder. */
const MAIN_CONFIG = `
  ${userInfo().uid === 0 ? 'user root;' : ''}
  daemon off;
  worker_processes 2;
  pid nginx.pid;
  error_log stderr notice;
  events {}
  http {
    sendfile on;
    tcp_nopush on;
    gzip on;
    default_type application/octet-stream;
    client_body_temp_path client_body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    access_log off;
    include conf.d/*.conf;
  }`;
