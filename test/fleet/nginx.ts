import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { hasIPv6 } from './ipv6.ts';

const DOCUMENTED_CONFIG = new URL('../../docs/deploy/nginx.conf', import.meta.url);
const DEFAULT_SITE = new URL('debian-default-site.conf', import.meta.url);
/** Debian installs nginx in /usr/sbin, which is not in every user's PATH. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

/** An nginx process with the documented configuration and a temporary folder. */
export class Nginx {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fleet-nginx-'));
  #process: ChildProcess | undefined;
  #stderr = '';

  /**
   * Starts nginx on `port` of the loopback interface, and waits until it listens.
   * @param instances the ports of two instances of the service
   * @param options `defaultSite` also enables the site that Debian enables
   */
  async start(
    port: number,
    instances: readonly [number, number],
    { defaultSite = false } = {},
  ): Promise<void> {
    if (spawnSync('nginx', ['-v'], { env: { PATH } }).error !== undefined) {
      throw new Error('nginx not found: install it (Debian: apt-get install nginx-light)');
    }
    // The same folders as in Debian's /etc/nginx.
    mkdirSync(join(this.#folder, 'conf.d'));
    mkdirSync(join(this.#folder, 'sites-enabled'));
    writeFileSync(
      join(this.#folder, 'conf.d/product-catalogue.conf'),
      documentedConfig(port, instances),
    );
    if (defaultSite) {
      writeFileSync(
        join(this.#folder, 'sites-enabled/default'),
        replaceAll(DEFAULT_SITE, listenDirectives(port, ' default_server')),
      );
    }
    writeFileSync(join(this.#folder, 'nginx.conf'), this.#mainConfig());
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

  /** For each request so far, the statuses of all attempts to answer it, such as `504, 200`. */
  attempts(): string[] {
    const lines = readFileSync(join(this.#folder, 'attempts.log'), 'utf8').split('\n');
    // nginx writes a colon instead of a comma where it turned to the backup servers.
    return lines.slice(0, -1).map((line) => line.replaceAll(' : ', ', '));
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

  /**
   * The main configuration, which includes the documented one. It only sets paths, and logs the
   * attempts for each request.
   */
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
        ${tempPaths.map((name) => `${name}_temp_path ${name};`).join('\n')}
        log_format attempts '$upstream_status';
        access_log attempts.log attempts;
        include conf.d/*.conf;
        include sites-enabled/*;
      }`;
  }
}

type Replacement = readonly [from: string, to: string, times: number];

/** The documented configuration with only its addresses replaced. */
function documentedConfig(port: number, [first, second]: readonly [number, number]): string {
  return replaceAll(DOCUMENTED_CONFIG, [
    ...listenDirectives(port),
    ['server 127.0.0.1:3001 ', `server 127.0.0.1:${first} `, 2],
    ['server 127.0.0.1:3002 ', `server 127.0.0.1:${second} `, 2],
  ]);
}

function listenDirectives(port: number, parameters = ''): Replacement[] {
  // nginx would not start if it could not listen on ::1.
  const ipv6 = hasIPv6 ? `listen [::1]:${port}${parameters};` : '';
  return [
    [`listen 80${parameters};`, `listen 127.0.0.1:${port}${parameters};`, 1],
    [`listen [::]:80${parameters};`, ipv6, 1],
  ];
}

/** @throws {Error} if the file does not contain each text exactly as often as expected */
function replaceAll(file: URL, replacements: readonly Replacement[]): string {
  let text = readFileSync(file, 'utf8');
  for (const [from, to, times] of replacements) {
    const found = text.split(from).length - 1;
    if (found !== times) throw new Error(`${file} contains "${from}" ${found} times, not ${times}`);
    text = text.replaceAll(from, to);
  }
  return text;
}
