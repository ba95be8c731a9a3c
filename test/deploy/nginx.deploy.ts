import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { expect } from 'chai';
import { expectContract } from '../support/contract.ts';
import { documentedCommands } from '../support/documented-commands.ts';
import { expectNoLoss, Load } from '../support/load.ts';
import { type RawResponse, request } from '../support/raw-http.ts';
import { Program, Service } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

/** Of the instances, as in the documents. */
const PORTS = [3001, 3002];
const NGINX_PORT = 3080;
const siteConfig = readFileSync('docs/deploy/nginx.conf', 'utf8');

/** What docs/operations.md and nginx.conf promise of two instances behind a real nginx. */
describe('nginx in front of two instances', function () {
  this.timeout(60_000);

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    it(`loses no request when both are ended by ${signal} and started again, in turn`, async () => {
      await using fleet = new Fleet();
      await fleet.ready();
      await expectNoLoss(new Load(NGINX_PORT), async () => {
        for (const port of PORTS) {
          await fleet.instances.get(port)?.stop(signal);
          await fleet.startInstance(port).ready();
        }
      });
    });
  }

  it('loses no request when one is frozen, for which few requests wait', async () => {
    await using fleet = new Fleet();
    await fleet.ready();
    const load = new Load(NGINX_PORT);
    await expectNoLoss(load, async () => {
      fleet.instances.get(3001)?.process.kill('SIGSTOP');
      await fleet.nginx.printed(/upstream timed out/);
      // For longer than nginx skips the instance after a timeout.
      const start = performance.now();
      while (performance.now() - start < 6000) await load.waitForRequests(100);
    });
    // Half of the 32 clients have waited once; after that, nginx tries it with single requests.
    expect(fleet.nginx.stderr.match(/upstream timed out/g)).to.have.length.below(25);
  });

  it('answers any method and target as the service does, and takes no other from the site', async () => {
    const site = ['^~ /api/', '~ json$'].map((its) => `location ${its} { return 200 "My site"; }`);
    await using fleet = new Fleet(siteConfig.replace('server_name', `${site.join('\n')} $&`));
    await fleet.ready();
    for (const target of ['/api/products-search', '/api/products.json', '/api/']) {
      expect((await fleet.ask(target)).body).to.equal('My site');
    }
    for (const end of ['', '?', '/', '/9', '/x/../2?n=/9', '/%32', '/2.json']) {
      const target = `/api/products${end}`;
      for (const method of ['GET', 'HEAD', 'POST']) {
        const { status, body } = await request(3001, method, target);
        const expected = { status, json: method === 'HEAD' ? undefined : JSON.parse(body) };
        expectContract(await fleet.ask(target, method), method, expected);
      }
    }
  });

  it('answers 502 in JSON if no instance answers, and logs what docs/operations.md counts', async () => {
    await using fleet = new Fleet();
    await fleet.ready();
    await fleet.ask('/api/products');
    for (const instance of fleet.instances.values()) await instance.stop('SIGKILL');
    const badGateway = { status: 502, json: { error: 'Bad gateway' } };
    expectContract(await fleet.ask('/api/products'), 'GET', badGateway);
    // Once nginx has ended, it has written all lines.
    await fleet.nginx.stop('SIGQUIT');
    const command = fleet.localize(documentedCommands('docs/operations.md', 'awk '));
    // Two requests, one of them with 502, none of which has waited for a second.
    expect(execFileSync('sh', ['-ec', command], { encoding: 'utf8' })).to.equal('2 1 0\n');
  });

  it('takes what nginx.conf has in comments', async () => {
    const config = siteConfig.replaceAll(/# (?=limit_|proxy_hide_header)/g, '');
    // The second request is above this limit.
    await using fleet = new Fleet(config.replace('20r/s', '1r/m').replace('burst=100', ''));
    await fleet.ready();
    const [first, second] = [await fleet.ask('/api/products'), await fleet.ask('/api/products')];
    expect([first.status, second.status]).to.deep.equal([200, 429]);
    expect(first.headers.has('access-control-allow-origin')).to.equal(false);
  });
});

/** Two instances behind nginx, whose files are in a temporary folder. */
class Fleet {
  readonly #folder = new TemporaryFolder();
  /** By their ports. */
  readonly instances = new Map<number, Service>();
  readonly nginx: Program;

  constructor(config = siteConfig) {
    for (const port of PORTS) this.startInstance(port);
    this.#folder.write('site.conf', this.localize(config));
    this.#folder.write('nginx.conf', MAIN_CONFIG);
    const options = ['-p', this.#folder.path('.'), '-c', 'nginx.conf', '-e', 'stderr'];
    // Debian installs nginx in /usr/sbin, which is not in every user's PATH.
    this.nginx = new Program(['nginx', ...options], { PATH: `${process.env.PATH}:/usr/sbin` });
  }

  startInstance(port: number): Service {
    const instance = new Service({ HOST: '127.0.0.1', PORT: String(port) });
    this.instances.set(port, instance);
    return instance;
  }

  async ready(): Promise<void> {
    // nginx tests the configuration, as `nginx -t` does, and listens before it logs this.
    await this.nginx.printed(/start worker process /);
    expect(this.nginx.stderr).not.to.include('[warn]');
    for (const instance of this.instances.values()) await instance.ready();
  }

  ask(target: string, method = 'GET'): Promise<RawResponse> {
    return request(NGINX_PORT, method, target);
  }

  /** Replaces nginx's addresses, and the folder of its log. */
  localize(text: string): string {
    return text
      .replace('listen 80', `listen 127.0.0.1:${NGINX_PORT}`)
      .replace('listen [::]:80', `listen [::1]:${NGINX_PORT}`)
      .replaceAll('/var/log/nginx/', this.#folder.path('/'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const program of [...this.instances.values(), this.nginx]) {
      await program[Symbol.asyncDispose]();
    }
  }
}

/** The settings of Debian that matter here, paths in the temporary folder, and a site's error pages. */
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
    proxy_intercept_errors on;
    error_page 404 502 504 /error.html;
    include site.conf;
  }`;
