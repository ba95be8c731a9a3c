import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { atExit } from './at-exit.ts';
import { type RawResponse, request } from './raw-http.ts';
import { isUnix } from './system.ts';
import { withTimeout } from './with-timeout.ts';

/** Node runs the sources as they are, as in `npm start`. */
const NODE = [process.execPath, '--import', 'tsx'];

/** The command that runs a short program, an ES module that imports from `./src/` or `./test/`. */
export function programOf(code: string): string[] {
  return [...NODE, '--input-type=module', '-e', code];
}

/**
 * The environment of the child processes. No more of this process's own reaches them, such as the
 * settings of a developer's own service, or what npm and a test runner set.
 */
const ENVIRONMENT = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0' };

/** What `stop` returns for a service that has done so without an error. */
export const STOPPED = isUnix ? 0 : 'SIGTERM';

const running = new Set<Program>();
atExit(() => {
  for (const program of running) program.kill();
});

/**
 * A child process, with what it has printed. `await using` kills it when the test has ended, with
 * all that it has started.
 */
export class Program {
  readonly process: ChildProcessWithoutNullStreams;
  stdout = '';
  stderr = '';
  readonly #closed: Promise<unknown>;

  /** @param environment variables to set, beside a few that each child process has */
  constructor(
    [file = '', ...args]: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ) {
    this.process = spawn(file, args, {
      // A process group of its own, which has the workers of nginx too.
      detached: isUnix,
      env: { ...ENVIRONMENT, ...environment },
    });
    for (const name of ['stdout', 'stderr'] as const) {
      this.process[name].on('data', (chunk) => {
        this[name] += chunk;
        this.process.emit('printed');
      });
    }
    running.add(this);
    // Its pipes are closed only when no process holds their other ends: all that it has started has
    // ended too.
    this.#closed = once(this.process, 'close').finally(() => running.delete(this));
  }

  /**
   * Waits until what it has printed to stdout, or to stderr, matches.
   * @param patience in milliseconds, if it takes another time than usual
   * @throws {Error} if it ends before
   */
  async printed(pattern: RegExp, patience?: number): Promise<RegExpExecArray> {
    const match = async () => {
      for (;;) {
        const match = pattern.exec(this.stdout) ?? pattern.exec(this.stderr);
        if (match !== null) return match;
        const ended = this.#closed.then(() => {
          throw new Error(`it ended before it printed ${pattern}: ${this.stdout}${this.stderr}`);
        });
        await Promise.race([once(this.process, 'printed'), ended]);
      }
    };
    return this.#withTimeout(match(), String(pattern), patience);
  }

  /** Waits until it has ended. @returns its status, or the signal that ended it */
  async ended(): Promise<number | NodeJS.Signals | null> {
    await this.#withTimeout(this.#closed, 'its end');
    return this.process.exitCode ?? this.process.signalCode;
  }

  #withTimeout<T>(promise: Promise<T>, what: string, patience?: number): Promise<T> {
    const { spawnargs } = this.process;
    const words = () => `${what} (${spawnargs.join(' ')})\n${this.stdout}${this.stderr}`;
    return withTimeout(promise, words, patience);
  }

  /** Tells it to stop; on Windows, ends it. @returns what `ended` returns */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals | null> {
    this.process.kill(signal);
    return this.ended();
  }

  /** Kills it, and all that it has started, if any of that still runs. */
  kill(): void {
    const { pid } = this.process;
    if (pid === undefined || !running.has(this)) return;
    try {
      process.kill(isUnix ? -pid : pid, 'SIGKILL');
    } catch (error) {
      // It has just ended. On macOS, a group of such processes gives EPERM.
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ESRCH' && code !== 'EPERM') throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill();
    await this.ended();
  }
}

/** The service as such a program: it says when it listens, and can be asked. */
export class Service extends Program {
  /** @param args of the command line */
  constructor(environment: Readonly<Record<string, string>> = {}, args: readonly string[] = []) {
    super([...NODE, 'src/main.ts', ...args], environment);
  }

  /**
   * Waits until it listens.
   * @returns the URL of the list, as the service prints it
   */
  async ready(): Promise<string> {
    const [, url = ''] = await this.printed(/^Serving .* at (\S+) .*\n/m);
    return url;
  }

  /** Sends it a GET request, on a connection that is closed then. */
  async get(target: string): Promise<RawResponse> {
    return request(Number(new URL(await this.ready()).port), 'GET', target);
  }
}
