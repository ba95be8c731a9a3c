import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { sampleProducts } from '../../src/adapters/memory/sample-products.ts';
import { answerByContract, expectContract } from '../support/contract.ts';
import { documentedCommands } from '../support/documented-commands.ts';
import { expectNoLoss, Load } from '../support/load.ts';
import { exchangeOne, request } from '../support/raw-http.ts';
import { Program, Service } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { waitFor, withTimeout } from '../support/with-timeout.ts';

/**
 * What docs/nginx.md and the files in docs/deploy promise, of two instances behind a real nginx.
 */
describe('nginx in front of two instances', function () {
  this.timeout(60_000);
  let fleet: Fleet;

  afterEach(() => fleet.stop());

  it('loses no request when both are restarted in turn', async () => {
    fleet = await Fleet.start('nginx.conf');
    await expectNoLoss(new Load(fleet.port(80)), async () => {
      for (const port of [3001, 3002]) {
        expect(await fleet.instances.get(port)?.stop('SIGTERM')).to.equal(0);
        await fleet.startInstance(port);
      }
    });
  });

  it('loses no request when one is killed, stays down and comes back', async () => {
    fleet = await Fleet.start('nginx.conf');
    const load = new Load(fleet.port(80));
    await expectNoLoss(load, async () => {
      await fleet.instances.get(3001)?.stop('SIGKILL');
      await load.waitForRequests(1000);
      await fleet.startInstance(3001);
      await load.waitForRequests(1000);
    });
  });

  it('loses no request when one is frozen, for which few requests wait', async () => {
    fleet = await Fleet.start('nginx.conf');
    const load = new Load(fleet.port(80));
    await expectNoLoss(load, async () => {
      fleet.instances.get(3001)?.process.kill('SIGSTOP');
      await fleet.nginx?.printed(/upstream timed out/);
      await load.waitForRequests(3000);
    });
    // Each of the 32 clients may have waited once; after that, nginx tries the instance with single
    // requests.
    expect(fleet.nginx?.stderr.match(/upstream timed out/g)).to.have.length.below(50);
  });

  it('answers 502 in JSON when both are down, and logs what docs/operations.md counts', async () => {
    fleet = await Fleet.start('nginx.conf');
    // The second one from the cache.
    for (const path of ['/api/products', '/api/products']) {
      await fleet.expectJson(path, 200, sampleProducts);
    }
    await fleet.stopInstances();
    await fleet.expectJson('/api/products/2', 502, { error: 'Bad gateway' });
    // Once nginx has ended, it has written all lines.
    await fleet.nginx?.stop('SIGQUIT');
    expect(fleet.run(documentedCommands('docs/operations.md', 'awk '))).to.match(/^3 1 \d\n$/);
  });

  it('keeps the contract for any method and target', async () => {
    fleet = await Fleet.start('nginx.conf');
    const paths = ['', '?', '/', '/9', '/x/../2?n=/9', '/%32'].map((end) => `/api/products${end}`);
    const others = ['//api/products', '/api/x/../products', 'http://shop.example/api/products/2'];
    for (const target of [...paths, ...others]) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
        const expected = answerByContract(method, target, sampleProducts);
        expectContract(await request(fleet.port(80), method, target), method, expected);
      }
    }
  });

  it('serves HTTPS and HTTP/2, redirects port 80, and answers ACME challenges', async () => {
    const commands = ['openssl req ', 'sed -i '];
    fleet = await Fleet.start('nginx.conf', { commands });
    const challenge = '/.well-known/acme-challenge';
    fleet.run(`cd /var/www/html/ && mkdir -p .${challenge} && echo answer >.${challenge}/token`);
    const ask = (path: string) =>
      fleet.run(`curl --silent --http2 --cacert /etc/ssl/certs/shop.example.pem \
        --connect-to ::127.0.0.1:443 --write-out ' %{http_version} %{http_code}' https://shop.example${path}`);
    expect(ask('/api/products/2')).to.equal(`${JSON.stringify(sampleProducts[1])} 2 200`);
    expect(ask('/api/products/9')).to.equal('{"error":"Product not found"} 2 404');
    expect(ask(`${challenge}/token`)).to.equal('answer\n 2 200');

    const { status, headers } = await request(fleet.port(80), 'GET', '/api/products/2?v=1');
    expect(status).to.equal(308);
    expect(headers.get('location')).to.equal('https://shop.example/api/products/2?v=1');
    expect(headers.get('access-control-allow-origin')).to.equal('*');
  });

  it("answers what it rejects itself in the service's format, with the statuses that docs/nginx.md has", async () => {
    fleet = await Fleet.start('nginx.conf');
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
    fleet = await Fleet.start('nginx-site.conf');
    await fleet.expectJson('/api/products', 200, sampleProducts);
    await fleet.expectJson('/api/products/9', 404, { error: 'Product not found' });
    await fleet.expectJson('/api/products?page=2', 404, { error: 'Not found' });
    expect(await (await fleet.get('/')).text()).to.equal('The shop');
    expect(await (await fleet.get('/api')).text()).to.equal('An error in the shop');
    await fleet.stopInstances();
    await fleet.expectJson('/api/products', 502, { error: 'Bad gateway' });
  });

  it("lets only an existing site's own pages read the products, if it is told to", async () => {
    const edit = (config: string) => config.replace('# proxy_hide_header', 'proxy_hide_header');
    fleet = await Fleet.start('nginx-site.conf', { edit });
    const response = await fleet.get('/api/products');
    expect(response.status).to.equal(200);
    expect(response.headers.has('access-control-allow-origin')).to.equal(false);
  });

  it('compresses a long list once for all clients, and soon sends the new one after a change', async () => {
    const folder = new TemporaryFolder();
    let products = Array.from({ length: 1000 }, (_, id) => ({ id, name: `No. ${id}`, price: 1 }));
    const file = folder.write('products.json', JSON.stringify(products));
    fleet = await Fleet.start('nginx.conf', { args: [file, '--watch', '--log'] });
    const getList = async (fields: Record<string, string> = {}, encoding: unknown = 'gzip') => {
      const response = await fleet.get('/api/products', { 'Accept-Encoding': 'gzip', ...fields });
      expect(response.status).to.equal(200);
      expect(response.headers.get('content-encoding')).to.equal(encoding);
      expect(response.headers.get('vary')).to.equal('Accept-Encoding');
      for (const name of ['cache-control', 'instance'])
        expect(response.headers.has(name)).to.equal(false);
      return (await response.json()) as unknown[];
    };
    // By default, nginx compresses nothing for a client that another proxy stands before.
    const fields = { 'Accept-Encoding': 'br, GZIP;q=0.5', Via: '1.1 proxy' };
    expect(await getList(fields)).to.deep.equal(products);
    expect(await getList({ 'Accept-Encoding': 'gzip;q=0' }, null)).to.deep.equal(products);
    expect(await getList({ Range: 'bytes=0-9' })).to.deep.equal(products);
    expect(await getList({ 'If-None-Match': '*' })).to.deep.equal(products);

    await Promise.all(Array.from({ length: 100 }, () => getList()));
    const logs = Array.from(fleet.instances.values(), ({ stdout }) => stdout).join('');
    expect(logs.match(/GET \/api\/products /g)).to.have.length.below(50);

    products = products.slice(1);
    folder.write('products.json', JSON.stringify(products));
    const change = async () => {
      while ((await getList()).length !== products.length) await delay(100);
    };
    await withTimeout(change(), () => 'the new list');
  });

  it('takes what docs/nginx.md shows, and refuses with 429 a client that asks too often', async () => {
    const edit = (config: string) =>
      config
        .replace('server {\n    # Your', `${blockOf('limit_req_zone ')}$&`)
        .replace('# Your host name.', `\n${blockOf('limit_req ')}$&`)
        .replace('= /api/products {', `$&\n${blockOf('add_header Cache-Control')}`);
    fleet = await Fleet.start('nginx.conf', { edit });
    const { headers } = await fleet.get('/api/products');
    expect(headers.get('cache-control')).to.equal('public, max-age=60');
    const statuses: number[] = [];
    do statuses.push((await fleet.get('/api/products/2')).status);
    while (statuses.at(-1) === 200 && statuses.length < 1000);
    expect(statuses).to.have.length.above(90);
    await fleet.expectJson('/api/products/2', 429, { error: 'Too many requests' });
  });
});

/** The block of configuration in docs/nginx.md that starts with `start`. */
function blockOf(start: string): string {
  const blocks = readFileSync('docs/nginx.md', 'utf8').matchAll(/^```nginx\n(.*?)^```$/gms);
  const found = Array.from(blocks, ([, block = '']) => block).find((each) => {
    return each.startsWith(start);
  });
  return found ?? expect.fail(`docs/nginx.md has no block that starts with: ${start}`);
}

interface FleetOptions {
  /** Changes the configuration. */
  readonly edit?: (config: string) => string;
  /** How commands of docs/nginx.md start, which are run before nginx. */
  readonly commands?: readonly string[];
  /** The arguments of the instances. */
  readonly args?: readonly string[];
}

/**
 * Two instances and nginx, with free ports and a temporary folder in place of what is documented.
 */
class Fleet {
  readonly #folder = new TemporaryFolder();
  readonly #ports = new Map<number, number>();
  readonly #args: readonly string[];
  /** By their documented ports. */
  readonly instances = new Map<number, Service>();
  nginx: Program | undefined;

  private constructor(args: readonly string[]) {
    this.#args = args;
  }

  /** @param file a configuration in docs/deploy */
  static async start(
    file: string,
    { edit = (config) => config, commands = [], args = [] }: FleetOptions = {},
  ): Promise<Fleet> {
    const fleet = new Fleet(args);
    // All of these stay open until the last port is known, so that no port comes twice.
    const servers = [80, 443, 3001, 3002, 3080].map((port) => ({ port, server: createServer() }));
    for (const { port, server } of servers) {
      await waitFor(server.listen(0), 'listening');
      fleet.#ports.set(port, (server.address() as AddressInfo).port);
    }
    for (const { server } of servers) await waitFor(server.close(), 'close');
    // The same folders as in Debian's /etc/nginx, /etc/ssl and /var.
    for (const name of ['conf.d', 'certs', 'private', 'www/html']) {
      mkdirSync(fleet.#folder.path(name), { recursive: true });
    }
    fleet.#folder.write('www/html/index.html', 'The shop');
    fleet.#folder.write('www/html/error.html', 'An error in the shop');
    fleet.#folder.write('nginx.conf', MAIN_CONFIG);
    const config = edit(readFileSync(`docs/deploy/${file}`, 'utf8'));
    fleet.#folder.write('conf.d/product-catalogue.conf', fleet.#localize(config));
    for (const start of commands) fleet.run(documentedCommands('docs/nginx.md', start));

    await Promise.all([3001, 3002].map((port) => fleet.startInstance(port)));
    const options = ['-p', fleet.#folder.path('.'), '-c', 'nginx.conf', '-e', 'stderr'];
    // Debian installs nginx in /usr/sbin, which is not in every user's PATH.
    fleet.nginx = new Program(['nginx', ...options], { PATH: `${process.env.PATH}:/usr/sbin` });
    // nginx listens before it logs this.
    await fleet.nginx.printed(/start worker process /);
    expect(fleet.nginx.stderr).not.to.include('[warn]');
    return fleet;
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

  /** Runs commands with these ports and this folder. @returns what they print */
  run(commands: string): string {
    const options = { encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('sh', ['-ec', this.#localize(commands)], options);
  }

  /** Replaces documented ports and folders. */
  #localize(text: string): string {
    return text
      .replace(/127\.0\.0\.1:(\d+)/g, (_, port) => `127.0.0.1:${this.port(Number(port))}`)
      .replace(/listen (80|443)/g, (_, port) => `listen 127.0.0.1:${this.port(Number(port))}`)
      .replace(/listen \[::\]:(\d+)/g, (_, port) => `listen [::1]:${this.port(Number(port))}`)
      .replace(
        /\/(etc\/nginx|etc\/ssl|var\/lib\/nginx|var\/log\/nginx|var)\//g,
        this.#folder.path('/'),
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
