import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { hasIPv6 } from './ipv6.ts';

const DOCUMENTED = new URL('../../docs/deploy/nginx.conf', import.meta.url);
const DEFAULT_SITE = new URL('debian-default-site.conf', import.meta.url);
/** Debian has it where only an administrator's PATH leads. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

/** An nginx with the documented configuration, in a folder of its own. */
export class Nginx {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fleet-nginx-'));
  #process: ChildProcess | undefined;
  #stderr = '';

  /**
   * Starts it at `port` of the loopback interface, in front of two instances, and waits for it.
   * `defaultSite`: with the site beside it that Debian enables.
   */
  async start(
    port: number,
    instances: readonly [number, number],
    { defaultSite = false } = {},
  ): Promise<void> {
    if (spawnSync('nginx', ['-v'], { env: { PATH } }).error !== undefined) {
      throw new Error('no nginx in PATH: this test needs it (Debian: apt-get install nginx-light)');
    }
    // The folders and their order are those of Debian's nginx.conf.
    mkdirSync(join(this.#folder, 'conf.d'));
    mkdirSync(join(this.#folder, 'sites-enabled'));
    writeFileSync(join(this.#folder, 'conf.d/product-catalogue.conf'), documented(port, instances));
    if (defaultSite) {
      writeFileSync(
        join(this.#folder, 'sites-enabled/default'),
        replaced(DEFAULT_SITE, listenOn(port, ' default_server')),
      );
    }
    writeFileSync(join(this.#folder, 'nginx.conf'), this.#frame());
    const command = ['-p', this.#folder, '-c', 'nginx.conf', '-e', 'stderr'];
    this.#process = spawn('nginx', command, {
      env: { PATH },
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    this.#process.stderr?.on('data', (chunk) => {
      this.#stderr += chunk;
    });
    // It says so at level `notice`, and listens already when it does.
    while (!this.#stderr.includes('start worker process ')) {
      if (this.#process.exitCode !== null) throw new Error(`nginx ended: ${this.#stderr}`);
      await Promise.race([once(this.#process.stderr ?? this.#process, 'data'), this.#ended()]);
    }
  }

  /** How each request was answered so far: the statuses of all its attempts, such as `504, 200`. */
  attempts(): string[] {
    const lines = readFileSync(join(this.#folder, 'attempts.log'), 'utf8').split('\n');
    // An attempt at the second list of servers stands after a colon.
    return lines.slice(0, -1).map((line) => line.replaceAll(' : ', ', '));
  }

  /** Lets the requests under way finish, ends it, and removes its folder. */
  async stop(): Promise<void> {
    this.#process?.kill('SIGQUIT');
    await this.#ended();
    rmSync(this.#folder, { recursive: true });
  }

  async #ended(): Promise<void> {
    const running = this.#process;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    await once(running, 'close');
  }

  /** What the documented file is included in: nothing but where things are, and a log to count. */
  #frame(): string {
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    return `
      ${userInfo().uid === 0 ? 'user root;' : ''}
      daemon off;
      worker_processes 2;
      pid nginx.pid;
      error_log stderr notice;
      events {}
      http {
        ${paths.map((name) => `${name}_temp_path ${name};`).join('\n')}
        log_format attempts '$upstream_status';
        access_log attempts.log attempts;
        include conf.d/*.conf;
        include sites-enabled/*;
      }`;
  }
}

type Replacement = readonly [from: string, to: string, times: number];

/** The documented configuration with these addresses for its own, and no other change. */
function documented(port: number, [first, second]: readonly [number, number]): string {
  return replaced(DOCUMENTED, [
    ...listenOn(port, ''),
    ['server 127.0.0.1:3001 ', `server 127.0.0.1:${first} `, 2],
    ['server 127.0.0.1:3002 ', `server 127.0.0.1:${second} `, 2],
  ]);
}

function listenOn(port: number, parameters: string): Replacement[] {
  // Where there is no IPv6 address, nginx would not start with this line.
  const ipv6 = hasIPv6 ? `listen [::1]:${port}${parameters};` : '';
  return [
    [`listen 80${parameters};`, `listen 127.0.0.1:${port}${parameters};`, 1],
    [`listen [::]:80${parameters};`, ipv6, 1],
  ];
}

function replaced(file: URL, replacements: readonly Replacement[]): string {
  return replacements.reduce(
    (text, [from, to, times]) => {
      const found = text.split(from).length - 1;
      if (found !== times) throw new Error(`"${from}" stands ${found} times in ${file}`);
      return text.replaceAll(from, to);
    },
    readFileSync(file, 'utf8'),
  );
}
