import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { expect } from 'chai';
import { sampleProducts } from '../../src/adapters/memory/sample-products.ts';
import { answerByContract, expectContract } from '../support/contract.ts';
import { documentedCommands } from '../support/documented-commands.ts';
import { expectNoLoss, Load } from '../support/load.ts';
import { exchangeOne, type RawResponse, request } from '../support/raw-http.ts';
import { Program, Service } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { setPatience, waitFor, withTimeout } from '../support/with-timeout.ts';

// nginx and systemd have times of their own, which are longer than what most tests wait.
setPatience(15_000);

const read = (path: string) => readFileSync(path, 'utf8');
const nginxConf = read('docs/deploy/nginx.conf');
const siteConf = read('docs/deploy/nginx-site.conf');

/**
 * What docs/nginx.md and the files in docs/deploy promise, of two instances behind a real nginx.
 */
describe('nginx in front of two instances', function () {
  this.timeout(60_000);

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    it(`loses no request when both are ended by ${signal} and started again, in turn`, async () => {
      await using fleet = await Fleet.start({ config: nginxConf });
      await expectNoLoss(new Load(fleet.port(80)), async () => {
        for (const port of [3001, 3002]) {
          await fleet.instances.get(port)?.stop(signal);
          await fleet.startInstance(port);
        }
      });
    });
  }

  it('loses no request when one is frozen, for which few requests wait', async () => {
    await using fleet = await Fleet.start({ config: nginxConf });
    const load = new Load(fleet.port(80));
    await expectNoLoss(load, async () => {
      fleet.instances.get(3001)?.process.kill('SIGSTOP');
      await fleet.nginx.printed(/upstream timed out/);
      // For longer than nginx skips the instance after a timeout.
      const start = performance.now();
      while (performance.now() - start < 6000) await load.waitForRequests(100);
    });
    // Half of the 32 clients have waited once; after that, nginx tries the instance with single
    // requests.
    expect(fleet.nginx.stderr.match(/upstream timed out/g)).to.have.length.below(25);
  });

  it('keeps the contract for any method and target', async () => {
    await using fleet = await Fleet.start({ config: nginxConf });
    const paths = ['', '?', '/', '/9', '/x/../2?n=/9', '/%32'].map((end) => `/api/products${end}`);
    const others = ['//api/products', '/api/x/../products', 'http://shop.example/api/products/2'];
    for (const target of [...paths, ...others]) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
        const expected = answerByContract(method, target, sampleProducts);
        expectContract(await request(fleet.port(80), method, target), method, expected);
      }
    }
  });

  it('answers in JSON what no instance answers, and logs what docs/operations.md counts', async () => {
    await using fleet = await Fleet.start({ config: nginxConf });
    const rejected = [
      ['GET /% 9 9 HTTP/1.1', 400, 'Bad request'],
      [`GET /${'x'.repeat(9000)} HTTP/1.1`, 431, 'Request header fields too large'],
      [`GET / HTTP/1.1\r\nX: ${'x'.repeat(9000)}`, 431, 'Request header fields too large'],
      ['POST / HTTP/1.1\r\nContent-Length: 1025', 404, 'Not found'],
    ] as const;
    for (const [head, status, error] of rejected) {
      const body = head.startsWith('POST') ? 'x'.repeat(1025) : '';
      const bytes = `${head}\r\nHost: shop.example\r\nConnection: close\r\n\r\n${body}`;
      expectContract(await exchangeOne(fleet.port(80), bytes), 'GET', { status, json: { error } });
    }
    // The second one is from the cache.
    for (const target of ['/api/products', '/api/products']) {
      await fleet.expectAnswer(target, 200, sampleProducts);
    }
    await fleet.killInstances();
    await fleet.expectAnswer('/api/products/2', 502, { error: 'Bad gateway' });
    // Once nginx has ended, it has written all lines.
    await fleet.nginx.stop('SIGQUIT');
    const counts = fleet.run(documentedCommands('docs/operations.md', 'awk '));
    expect(counts).to.match(new RegExp(`^${rejected.length + 3} 1 \\d\n$`));
  });

  it('fetches and compresses the list once for all clients, and soon sends a new one', async () => {
    const folder = new TemporaryFolder();
    let products = Array.from({ length: 1000 }, (_, id) => ({ id, name: `No. ${id}`, price: 1 }));
    const file = folder.write('products.json', JSON.stringify(products));
    // With the delay, all clients ask before the first list is there.
    const args = [file, '--watch', '--log', '--delay', '500'];
    await using fleet = await Fleet.start({ config: nginxConf, args });
    const getList = async (fields: Record<string, string> = {}, encoding: unknown = 'gzip') => {
      const headers = { 'Accept-Encoding': 'gzip', ...fields };
      const response = await fetch(`http://127.0.0.1:${fleet.port(80)}/api/products`, { headers });
      expect(response.headers.get('content-encoding')).to.equal(encoding);
      expect(response.headers.get('vary')).to.equal('Accept-Encoding');
      for (const name of ['cache-control', 'instance']) {
        expect(response.headers.has(name), name).to.equal(false);
      }
      return (await response.json()) as unknown[];
    };
    await Promise.all(Array.from({ length: 100 }, () => getList()));
    const logs = Array.from(fleet.instances.values(), ({ stdout }) => stdout).join('');
    expect(logs.match(/GET \/api\/products /g)).to.have.length.below(10);

    expect(await getList({ 'Accept-Encoding': 'br, GZIP;q=0.5' })).to.deep.equal(products);
    expect(await getList({ 'Accept-Encoding': 'gzip;q=0' }, null)).to.deep.equal(products);
    expect(await getList({ Range: 'bytes=0-9' })).to.deep.equal(products);
    expect(await getList({ 'If-None-Match': '*' })).to.deep.equal(products);

    products = products.slice(1);
    folder.write('products.json', JSON.stringify(products));
    const change = async () => {
      while ((await getList()).length !== products.length);
    };
    await withTimeout(change(), () => 'the new list');
  });

  it('redirects to HTTPS and serves it, once the commands of docs/nginx.md have run', async () => {
    const commands = ['openssl req ', "sed -i -e 's/^#https"].map((start) => {
      return documentedCommands('docs/nginx.md', start);
    });
    await using fleet = await Fleet.start({ config: nginxConf, commands });
    const output = fleet.run(`
      curl --silent --include --location --cacert /etc/ssl/certs/shop.example.pem \
        --connect-to shop.example:80:127.0.0.1:80 --connect-to shop.example:443:127.0.0.1:443 \
        http://shop.example/api/products/2`);
    // A page may follow the redirect.
    const redirect = /^HTTP\/1.1 308 .*^Access-Control-Allow-Origin: \*\r$.*^HTTP\/2 200 /ms;
    expect(output).to.match(redirect);
    expect(output.endsWith(JSON.stringify(sampleProducts[1]))).to.equal(true);
  });

  it('takes the limits and the Cache-Control field of docs/nginx.md', async () => {
    const [, field] = /^```nginx\n(.*?)^```$/ms.exec(read('docs/nginx.md')) ?? [];
    const config = nginxConf
      .replace('location = /api/products {\n', `$&${field}`)
      // So low a limit that the second request is above it.
      .replace('20r/s', '1r/m')
      .replace(' burst=100 nodelay', '');
    const commands = [documentedCommands('docs/nginx.md', "sed -i 's/^#limits //'")];
    await using fleet = await Fleet.start({ config, commands });
    const { headers } = await fleet.get('/api/products');
    expect(headers.get('cache-control')).to.equal('public, max-age=60');
    await fleet.expectAnswer('/api/products/2', 429, { error: 'Too many requests' });
  });

  it("answers under an existing site, in the service's own words", async () => {
    await using fleet = await Fleet.start({ config: siteConf });
    await fleet.expectAnswer('/api/products/9', 404, { error: 'Product not found' });
    await fleet.killInstances();
    await fleet.expectAnswer('/api/products', 502, { error: 'Bad gateway' });
  });

  it("lets only an existing site's own pages read the products, if it is told to", async () => {
    const config = siteConf.replace('# proxy_hide_header', 'proxy_hide_header');
    await using fleet = await Fleet.start({ config });
    const { status, headers } = await fleet.get('/api/products');
    expect(status).to.equal(200);
    expect(headers.has('access-control-allow-origin')).to.equal(false);
  });
});

interface FleetOptions {
  /** A file in nginx's `conf.d`. */
  readonly config: string;
  /** Shell commands that change that file. */
  readonly commands?: readonly string[];
  /** The arguments of the instances. */
  readonly args?: readonly string[];
}

/**
 * Two instances and nginx, with free ports and a temporary folder in place of what is documented.
 */
class Fleet {
  readonly #folder = new TemporaryFolder();
  readonly #ports: ReadonlyMap<number, number>;
  readonly #args: readonly string[];
  /** By their documented ports. */
  readonly instances = new Map<number, Service>();
  readonly nginx: Program;

  static async start(options: FleetOptions): Promise<Fleet> {
    const fleet = new Fleet(await reservePorts(), options);
    try {
      // nginx tests the configuration, as `nginx -t` does, and listens before it logs this.
      await fleet.nginx.printed(/start worker process /);
      expect(fleet.nginx.stderr).not.to.include('[warn]');
      await Promise.all([3001, 3002].map((port) => fleet.startInstance(port)));
      return fleet;
    } catch (error) {
      await fleet[Symbol.asyncDispose]();
      throw error;
    }
  }

  private constructor(
    ports: ReadonlyMap<number, number>,
    { config, commands = [], args = [] }: FleetOptions,
  ) {
    this.#ports = ports;
    this.#args = args;
    for (const name of ['conf.d', 'certs', 'private']) mkdirSync(this.#folder.path(name));
    this.#folder.write('nginx.conf', MAIN_CONFIG);
    this.#folder.write('conf.d/product-catalogue.conf', this.#localize(config));
    for (const command of commands) this.run(command);
    const options = ['-p', this.#folder.path('.'), '-c', 'nginx.conf', '-e', 'stderr'];
    // Debian installs nginx in /usr/sbin, which is not in every user's PATH.
    this.nginx = new Program(['nginx', ...options], { PATH: `${process.env.PATH}:/usr/sbin` });
  }

  async startInstance(documented: number): Promise<void> {
    const address = ['--host', '127.0.0.1', '--port', String(this.port(documented))];
    const instance = new Service({}, [...address, ...this.#args]);
    this.instances.set(documented, instance);
    await instance.ready();
  }

  async killInstances(): Promise<void> {
    for (const instance of this.instances.values()) await instance.stop('SIGKILL');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.killInstances();
    await this.nginx[Symbol.asyncDispose]();
  }

  /** The port in place of the documented one. */
  port(documented: number): number {
    return this.#ports.get(documented) ?? expect.fail(`no port in place of ${documented}`);
  }

  get(target: string): Promise<RawResponse> {
    return request(this.port(80), 'GET', target);
  }

  async expectAnswer(target: string, status: number, json: unknown): Promise<void> {
    expectContract(await this.get(target), 'GET', { status, json });
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
        /\/(etc\/nginx|etc\/ssl|var\/lib\/nginx|var\/log\/nginx)\//g,
        this.#folder.path('/'),
      );
  }
}

/** A free port in place of each documented one. */
async function reservePorts(): Promise<Map<number, number>> {
  const ports = new Map<number, number>();
  // All of these stay open until the last port is known, so that no port comes twice.
  const servers = [80, 443, 3001, 3002, 3080].map((port) => ({ port, server: createServer() }));
  for (const { port, server } of servers) {
    await waitFor(server.listen(0), 'listening');
    ports.set(port, (server.address() as AddressInfo).port);
  }
  for (const { server } of servers) await waitFor(server.close(), 'close');
  return ports;
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
    client_body_temp_path client_body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    access_log off;
    include conf.d/*.conf;
  }`;
