import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { documentedCommands } from '../support/documented-commands.ts';
import { Program } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { once } from '../support/with-timeout.ts';

/** Debian installs nginx in /usr/sbin, which is not in every user's PATH. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
/** The folders that documents name. */
const FOLDERS = /\/(etc\/nginx|etc\/ssl|var\/lib\/nginx|var\/log\/nginx|var)\//g;

/** Where nginx listens. */
export interface Ports {
  readonly http: number;
  readonly https: number;
  /** Of the server that compresses the list. */
  readonly inner: number;
}

export interface NginxOptions {
  /** The documented file; the one for a host of its own by default. */
  readonly config?: 'nginx.conf' | 'nginx-site.conf';
  /** Whether HTTPS is switched on, as docs/nginx.md does it. */
  readonly isHttps?: boolean;
  /** A replacement in the documented file. */
  readonly change?: readonly [from: string, to: string];
  /** Further configuration for the `http` block. */
  readonly more?: string;
}

/** An nginx process with a documented configuration and a temporary folder. */
export class Nginx {
  ports: Ports = { http: 0, https: 0, inner: 0 };
  readonly #folder = new TemporaryFolder();
  #program: Program | undefined;

  /**
   * Starts nginx on free ports of the loopback interface, and waits until it listens.
   * @param instances their ports
   */
  async start(instances: readonly [number, number], options: NginxOptions = {}): Promise<void> {
    const [http = 0, https = 0, inner = 0] = await freePorts(3);
    this.ports = { http, https, inner };
    // The same folders as in Debian's /etc/nginx, /etc/ssl and /var.
    for (const name of ['conf.d', 'certs', 'private', 'www/html']) {
      mkdirSync(this.#folder.path(name), { recursive: true });
    }
    this.#folder.write('nginx.conf', MAIN_CONFIG);
    this.#folder.write('www/html/index.html', '<!doctype html><title>Shop</title>');
    this.#folder.write('www/html/error.html', '<!doctype html><title>Error in the shop</title>');
    const { config = 'nginx.conf', isHttps = false, change = ['', ''], more = '' } = options;
    const documented = readFileSync(join('docs/deploy', config), 'utf8');
    const text = `${documented.replace(...change)}\n${more}`;
    this.#folder.write('conf.d/product-catalogue.conf', this.#localize(text, instances));
    for (const start of isHttps ? ['openssl req ', 'sed -i '] : []) {
      this.run(documentedCommands('docs/nginx.md', start));
    }
    const command = ['nginx', '-p', this.#folder.path('.'), '-c', 'nginx.conf', '-e', 'stderr'];
    this.#program = new Program(command, { PATH });
    // nginx listens before it logs this.
    await this.printed(/start worker process /);
  }

  /** Waits until its error log, at level `notice`, matches. */
  async printed(pattern: RegExp): Promise<void> {
    await this.#program?.printed(pattern);
  }

  /** Runs documented commands on its files. @returns what they print */
  run(commands: string): string {
    const options = { encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('sh', ['-ec', this.#localize(commands)], options);
  }

  /** The certificate of shop.example, which signs itself. */
  get certificate(): string {
    return readFileSync(this.#folder.path('certs/shop.example.pem'), 'utf8');
  }

  /** Its error log, from level `notice` on. */
  get errorLog(): string {
    return this.#program?.stderr ?? '';
  }

  /** Waits for active requests, and shuts nginx down. */
  async stop(): Promise<void> {
    this.#program?.process.kill('SIGQUIT');
    await this.#program?.ended();
  }

  /** Replaces documented addresses and paths. */
  #localize(text: string, [first = 0, second = 0]: readonly number[] = []): string {
    const { http, https, inner } = this.ports;
    return text
      .replaceAll('127.0.0.1:3001', `127.0.0.1:${first}`)
      .replaceAll('127.0.0.1:3002', `127.0.0.1:${second}`)
      .replaceAll('127.0.0.1:3080', `127.0.0.1:${inner}`)
      .replaceAll('listen 80', `listen 127.0.0.1:${http}`)
      .replaceAll('listen [::]:80', `listen [::1]:${http}`)
      .replaceAll('listen 443', `listen 127.0.0.1:${https}`)
      .replaceAll('listen [::]:443', `listen [::1]:${https}`)
      .replaceAll(FOLDERS, this.#folder.path('/'));
  }
}

/** Finds distinct ports that are free on IPv4 and, if the machine has it, on IPv6. */
async function freePorts(count: number): Promise<number[]> {
  // All of them stay open until the last one is known, so that no port comes twice.
  const servers = Array.from({ length: count }, () => createServer().listen(0));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
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
