import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { documentedCommands } from '../support/documented-commands.ts';
import { hasIPv6 } from './ipv6.ts';

const DEPLOY = new URL('../../docs/deploy/', import.meta.url);
const DEFAULT_SITE = new URL('debian-default-site.conf', import.meta.url);
/** In the temporary folder, as in Debian's /etc/nginx. */
const CONF = 'conf.d/product-catalogue.conf';
/** Debian installs nginx in /usr/sbin, which is not in every user's PATH. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

/** Free ports in place of those that the configuration names. */
export interface Ports {
  readonly http: number;
  readonly https: number;
  /** Of the inner server. */
  readonly inner: number;
  readonly instances: readonly [number, number];
}

export interface NginxOptions {
  /** The documented file; the one for a host of its own by default. */
  readonly config?: 'nginx.conf' | 'nginx-site.conf';
  /** Whether HTTPS is switched on, as docs/nginx.md does it. */
  readonly isHttps?: boolean;
  /** A documented line to uncomment. */
  readonly uncomment?: string;
  /** Further configuration for the `http` block. */
  readonly more?: string;
  /** Whether the site that Debian enables is enabled. */
  readonly hasDefaultSite?: boolean;
}

/** An nginx process with a documented configuration and a temporary folder. */
export class Nginx {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fleet-nginx-'));
  #process: ChildProcess | undefined;
  #stderr = '';
  #inner = '';

  /** Starts nginx on the loopback interface, and waits until it listens. */
  async start(ports: Ports, options: NginxOptions = {}): Promise<void> {
    const { config = 'nginx.conf', hasDefaultSite = false } = options;
    if (spawnSync('nginx', ['-v'], { env: { PATH } }).error !== undefined) {
      throw new Error('nginx not found: install it (Debian: apt-get install nginx-light)');
    }
    // The same folders as in Debian's /etc/nginx, /etc/ssl and /var/www.
    for (const name of ['conf.d', 'sites-enabled', 'certs', 'private', 'html']) {
      mkdirSync(join(this.#folder, name));
    }
    this.#inner = ` 127.0.0.1:${ports.inner} `;
    this.#write('nginx.conf', this.#mainConfig());
    this.#write('html/index.html', '<!doctype html><title>Shop</title>');
    this.#write('html/error.html', '<!doctype html><title>Error in the shop</title>');
    this.#write(CONF, readFileSync(new URL(config, DEPLOY), 'utf8'));
    if (options.isHttps) this.#switchToHttps();
    const text = readFileSync(join(this.#folder, CONF), 'utf8');
    const replaced = replaceAll(config, text, this.#replacements(ports, options));
    this.#write(CONF, `${replaced}\n${options.more ?? ''}`);
    if (hasDefaultSite) {
      const text = readFileSync(DEFAULT_SITE, 'utf8');
      const replacements = listenDirectives(80, ports.http, ' default_server');
      this.#write('sites-enabled/default', replaceAll('the default site', text, replacements));
    }
    const command = ['-p', this.#folder, '-c', 'nginx.conf', '-e', 'stderr'];
    this.#process = spawn('nginx', command, {
      env: { PATH },
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    this.#process.stderr?.on('data', (chunk) => {
      this.#stderr += chunk;
    });
    // nginx logs this line at level `notice`, and listens before it does.
    while (!this.#stderr.includes('start worker process ')) {
      if (this.#process.exitCode !== null) throw new Error(`nginx exited: ${this.#stderr}`);
      await Promise.race([once(this.#process.stderr ?? this.#process, 'data'), this.#exited()]);
    }
  }

  /** The certificate of shop.example, which signs itself. */
  get certificate(): string {
    return readFileSync(join(this.#folder, 'certs/shop.example.pem'), 'utf8');
  }

  /** For each request so far that an instance was tried for, the statuses of all attempts: `504, 200`. */
  attempts(): string[] {
    const log = readFileSync(join(this.#folder, 'product-catalogue.log'), 'utf8');
    // nginx writes a colon instead of a comma where it turned to the backup servers.
    const lines = log.replaceAll(' : ', ', ').split('\n').slice(0, -1);
    // The cache has answered the others, or has asked the inner server, which has a line of its own.
    const tried = lines.filter((line) => !line.endsWith(' - -') && !line.includes(this.#inner));
    return tried.map((line) => / ((?:\d{3}|-)(?:, (?:\d{3}|-))*)$/.exec(line)?.[1] ?? line);
  }

  /** Waits for active requests, shuts nginx down, and removes its folder. */
  async stop(): Promise<void> {
    this.#process?.kill('SIGQUIT');
    await this.#exited();
    rmSync(this.#folder, { recursive: true });
  }

  async #exited(): Promise<void> {
    const nginx = this.#process;
    if (nginx === undefined || nginx.exitCode !== null || nginx.signalCode !== null) return;
    await once(nginx, 'close');
  }

  /** Runs the documented commands, with paths in the temporary folder. */
  #switchToHttps(): void {
    for (const start of ['openssl req ', 'sed -i ']) {
      const command = documentedCommands('docs/nginx.md', start)
        .replace('/etc/nginx/', `${this.#folder}/`)
        .replaceAll('/etc/ssl/', `${this.#folder}/`);
      const { error, status, stderr } = spawnSync('sh', ['-ec', command]);
      if (status !== 0) throw new Error(`${command}: ${error ?? stderr}`);
    }
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.#folder, name), text);
  }

  /** The main configuration: Debian's settings that matter here, and paths in the temporary folder. */
  #mainConfig(): string {
    const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    return `
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
        ${tempPaths.map((name) => `${name}_temp_path ${name};`).join('\n')}
        access_log off;
        include conf.d/*.conf;
        include sites-enabled/*;
      }`;
  }

  /** What differs from a documented file: its addresses and paths. */
  #replacements(ports: Ports, options: NginxOptions): readonly Replacement[] {
    const { config = 'nginx.conf', isHttps = false, uncomment } = options;
    const [first, second] = ports.instances;
    const instances: Replacement[] = [
      ['server 127.0.0.1:3001 ', `server 127.0.0.1:${first} `, 2],
      ['server 127.0.0.1:3002 ', `server 127.0.0.1:${second} `, 2],
    ];
    if (config === 'nginx-site.conf') {
      return [
        ...instances,
        ['listen 80;', `listen 127.0.0.1:${ports.http};`, 1],
        ['root /var/www/', `root ${this.#folder}/`, 1],
        ...(uncomment === undefined ? [] : [[`# ${uncomment}`, uncomment, 1] as const]),
      ];
    }
    return [
      ...instances,
      ['127.0.0.1:3080;', `127.0.0.1:${ports.inner};`, 2],
      ['access_log /var/log/nginx/', `access_log ${this.#folder}/`, 2],
      ['proxy_cache_path /var/lib/nginx/product-catalogue ', 'proxy_cache_path cache ', 1],
      ...listenDirectives(80, ports.http),
      ...(isHttps ? listenDirectives(443, ports.https, ' ssl http2') : []),
      ...(isHttps ? [['/etc/ssl/', `${this.#folder}/`, 2] as const] : []),
    ];
  }
}

type Replacement = readonly [from: string, to: string, times: number];

function listenDirectives(documented: number, port: number, parameters = ''): Replacement[] {
  const start = '\n    listen ';
  // nginx would not start if it could not listen on ::1.
  const ipv6 = hasIPv6 ? `${start}[::1]:${port}${parameters};` : '';
  return [
    [`${start}${documented}${parameters};`, `${start}127.0.0.1:${port}${parameters};`, 1],
    [`${start}[::]:${documented}${parameters};`, ipv6, 1],
  ];
}

/** @throws {Error} if the text does not contain each part exactly as often as expected */
function replaceAll(name: string, text: string, replacements: readonly Replacement[]): string {
  let replaced = text;
  for (const [from, to, times] of replacements) {
    const found = replaced.split(from).length - 1;
    if (found !== times) throw new Error(`${name} contains "${from}" ${found} times, not ${times}`);
    replaced = replaced.replaceAll(from, to);
  }
  return replaced;
}
