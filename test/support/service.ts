import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A running service, as a process of its own. */
export class Service {
  readonly process: ChildProcess;
  stdout = '';
  stderr = '';

  /**
   * @param environment what is set beside this process's own variables; PORT is 0 unless given
   * @param args of the command line
   */
  constructor(environment: Readonly<Record<string, string>> = {}, args: readonly string[] = []) {
    this.process = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts', ...args], {
      cwd: ROOT,
      env: { ...process.env, PORT: '0', ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.process.stdout?.on('data', (chunk) => {
      this.stdout += chunk;
    });
    this.process.stderr?.on('data', (chunk) => {
      this.stderr += chunk;
    });
  }

  /**
   * Waits until it listens.
   * @returns the URL of the list, as the service prints it
   */
  async ready(): Promise<string> {
    for (;;) {
      const url = /^Serving .* at (\S+)\n/m.exec(this.stdout)?.[1];
      if (url !== undefined) return url;
      if (this.process.exitCode !== null) throw new Error(`it ended: ${this.stderr}`);
      await Promise.race([once(this.process.stdout ?? this.process, 'data'), this.ended()]);
    }
  }

  /** Waits until what it has printed meets a condition. */
  async until(isMet: () => boolean): Promise<void> {
    while (!isMet()) {
      if (this.process.exitCode !== null) throw new Error(`it ended: ${this.stderr}`);
      const streams = [this.process.stdout, this.process.stderr, this.process];
      await Promise.race(
        streams.map(
          (stream) =>
            new Promise((resolve) => stream?.once('data', resolve).once('close', resolve)),
        ),
      );
    }
  }

  /** Waits until it has ended. @returns its status, or the signal that ended it */
  async ended(): Promise<number | NodeJS.Signals | null> {
    const { process } = this;
    if (process.exitCode === null && process.signalCode === null) await once(process, 'close');
    return process.exitCode ?? process.signalCode;
  }

  /** Ends it at once, where it has not ended. */
  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.ended();
  }
}
