import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { hasIPv6 } from './ipv6.ts';

const DOCUMENTED = new URL('../../docs/deploy/nginx/', import.meta.url);
const DEFAULT_SITE = new URL('debian-default-site.conf', import.meta.url);
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
  /** What `conf.d` contains; the documented plain HTTP by default. */
  readonly config?: string;
  /** Whether the site that Debian enables is enabled. */
  readonly defaultSite?: boolean;
  /** The documented lines to uncomment, and how often there are such lines. */
  readonly uncomment?: readonly [line: string, times: number];
}

/** An nginx process with the documented configuration and a temporary folder. */
export class Nginx {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fleet-nginx-'));
  #process: ChildProcess | undefined;
  #stderr = '';

  /** Starts nginx on the loopback interface, and waits until it listens. */
  async start(ports: Ports, options: NginxOptions = {}): Promise<void> {
    const { config = 'include product-catalogue/http.conf;', defaultSite = false } = options;
    if (spawnSync('nginx', ['-v'], { env: { PATH } }).error !== undefined) {
      throw new Error('nginx not found: install it (Debian: apt-get install nginx-light)');
    }
    // The same folders as in Debian's /etc/nginx.
    for (const name of ['conf.d', 'sites-enabled', 'product-catalogue']) {
      mkdirSync(join(this.#folder, name));
    }
    this.#write('nginx.conf', this.#mainConfig());
    this.#write('conf.d/product-catalogue.conf', config);
    for (const name of readdirSync(DOCUMENTED)) {
      const text = readFileSync(new URL(name, DOCUMENTED), 'utf8');
      const replacements = this.#replacements(name, ports, options);
      this.#write(`product-catalogue/${name}`, replaceAll(name, text, replacements));
    }
    if (defaultSite) {
      const text = readFileSync(DEFAULT_SITE, 'utf8');
      const replacements = listenDirectives(80, ports.http, ' default_server');
      this.#write('sites-enabled/default', replaceAll('the default site', text, replacements));
    }
    if (config.includes('https.conf')) this.#makeCertificate();
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

  /** The certificate of shop.example and localhost, which signs itself. */
  get certificate(): string {
    return readFileSync(join(this.#folder, 'shop.example.pem'), 'utf8');
  }

  /** For each request so far that the cache did not answer, the statuses of all attempts: `504, 200`. */
  attempts(): string[] {
    const log = readFileSync(join(this.#folder, 'product-catalogue.log'), 'utf8');
    // nginx writes a colon instead of a comma where it turned to the backup servers.
    const lines = log.replaceAll(' : ', ', ').split('\n').slice(0, -1);
    return lines.map((line) => / ((?:\d{3}|-)(?:, (?:\d{3}|-))*)$/.exec(line)?.[1] ?? line);
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

  #makeCertificate(): void {
    const files = ['-keyout', 'shop.example.key', '-out', 'shop.example.pem'];
    const names = [
      '-subj',
      '/CN=shop.example',
      '-addext',
      'subjectAltName=DNS:shop.example,DNS:localhost',
    ];
    const command = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, ...names];
    const { error, status, stderr } = spawnSync('openssl', command, { cwd: this.#folder });
    if (status !== 0) throw new Error(`no certificate: ${error ?? stderr}`);
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
  #replacements(name: string, ports: Ports, { uncomment }: NginxOptions): readonly Replacement[] {
    const [first, second] = ports.instances;
    const all: Partial<Record<string, readonly Replacement[]>> = {
      'instances.conf': [
        ['server 127.0.0.1:3001 ', `server 127.0.0.1:${first} `, 2],
        ['server 127.0.0.1:3002 ', `server 127.0.0.1:${second} `, 2],
        ['127.0.0.1:3080;', `127.0.0.1:${ports.inner};`, 2],
        ['access_log /var/log/nginx/', `access_log ${this.#folder}/`, 1],
        ['proxy_cache_path /var/lib/nginx/product-catalogue ', `proxy_cache_path cache `, 1],
      ],
      'locations.conf': uncomment && [[`# ${uncomment[0]}`, ...uncomment]],
      'http.conf': listenDirectives(80, ports.http),
      'https.conf': [
        ...listenDirectives(80, ports.http),
        ...listenDirectives(443, ports.https, ' ssl http2'),
        ['/etc/ssl/certs/', `${this.#folder}/`, 1],
        ['/etc/ssl/private/', `${this.#folder}/`, 1],
      ],
    };
    return all[name] ?? [];
  }
}

type Replacement = readonly [from: string, to: string, times: number];

function listenDirectives(documented: number, port: number, parameters = ''): Replacement[] {
  // nginx would not start if it could not listen on ::1.
  const ipv6 = hasIPv6 ? `listen [::1]:${port}${parameters};` : '';
  return [
    [`listen ${documented}${parameters};`, `listen 127.0.0.1:${port}${parameters};`, 1],
    [`listen [::]:${documented}${parameters};`, ipv6, 1],
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
