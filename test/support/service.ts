import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The service in a child process. */
export class Service {
  readonly process: ChildProcessWithoutNullStreams;
  stdout = '';
  stderr = '';
  readonly #closed: Promise<unknown>;

  /**
   * @param environment variables to set beside those of this process; PORT is 0 unless given
   * @param args of the command line
   * @param socket descriptor of a socket to pass on, as a supervisor does: see sd_listen_fds(3)
   */
  constructor(
    environment: Readonly<Record<string, string>> = {},
    args: readonly string[] = [],
    socket?: number,
  ) {
    const command = [process.execPath, '--import', 'tsx', 'src/main.ts', ...args];
    if (socket !== undefined) {
      // Only the shell that becomes the service knows its process id.
      command.unshift('sh', '-c', 'LISTEN_PID=$$ exec "$0" "$@"');
    }
    const [file = '', ...rest] = command;
    this.process = spawn(file, rest, {
      cwd: ROOT,
      env: { ...process.env, PORT: '0', LISTEN_FDS: '1', ...environment },
      stdio: ['pipe', 'pipe', 'pipe', socket ?? 'ignore'],
    }) as ChildProcessWithoutNullStreams;
    this.process.stdout.on('data', (chunk) => {
      this.stdout += chunk;
    });
    this.process.stderr.on('data', (chunk) => {
      this.stderr += chunk;
    });
    this.#closed = once(this.process, 'close');
  }

  /**
   * Waits until it listens.
   * @returns the URL of the list, as the service prints it
   */
  async ready(): Promise<string> {
    const url = () => /^Serving .* at (\S+)\n/m.exec(this.stdout)?.[1];
    await this.until(() => url() !== undefined);
    return String(url());
  }

  /**
   * Waits until what it has printed meets a condition.
   * @throws {Error} when it ends before
   */
  async until(isMet: () => boolean): Promise<void> {
    let hasEnded = false;
    while (!isMet()) {
      if (hasEnded) throw new Error(`it ended: ${this.stderr}`);
      const waiting = new AbortController();
      const { signal } = waiting;
      await Promise.race([
        once(this.process.stdout, 'data', { signal }),
        once(this.process.stderr, 'data', { signal }),
        this.ended().then(() => {
          hasEnded = true;
        }),
      ]);
      waiting.abort();
    }
  }

  /** Waits until it has ended. @returns its status, or the signal that ended it */
  async ended(): Promise<number | NodeJS.Signals | null> {
    await this.#closed;
    return this.process.exitCode ?? this.process.signalCode;
  }

  /** Ends it at once, where it has not ended. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.ended();
  }
}
