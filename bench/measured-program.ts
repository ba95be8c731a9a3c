import { readdirSync, readFileSync } from 'node:fs';
import { Program } from '../test/support/service.ts';

/** In milliseconds: a million products take longer to load than anything in the tests. */
const PATIENCE = 60_000;

/** A program that serves products. It runs on core 0; the benchmark and wrk run on core 1. */
export class MeasuredProgram extends Program {
  /** @param args of Node */
  constructor(...args: string[]) {
    super(['taskset', '--cpu-list', '0', process.execPath, ...args], { HOST: '127.0.0.1' });
  }

  /** Waits until it listens. @returns the URL of its list */
  async url(): Promise<string> {
    const [, url = ''] = await this.printed(/(http:\S+).*\n/, PATIENCE);
    return url;
  }

  /** CPU time of all threads in µs (proc(5)). The process's own `schedstat` has the main thread's. */
  cpuTime(): number {
    const folder = `/proc/${this.process.pid}/task`;
    const nanoseconds = readdirSync(folder).map((thread) =>
      Number.parseInt(readFileSync(`${folder}/${thread}/schedstat`, 'utf8'), 10),
    );
    return nanoseconds.reduce((sum, each) => sum + each) / 1000;
  }

  /** The most resident memory that it has had, in MiB (proc(5)). */
  peakMemory(): number {
    const status = readFileSync(`/proc/${this.process.pid}/status`, 'utf8');
    return Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1]) / 1024;
  }
}
