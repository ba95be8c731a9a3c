import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.ts';
import { askOverAndOver, type Run } from './ask-over-and-over.ts';
import { cpuMicros } from './process-usage.ts';
import type { ServerProcess } from './server-process.ts';

/** How long a server is loaded before anything counts, and how long while it does, in seconds. */
export interface LoadTimes {
  readonly warmUp: number;
  readonly measure: number;
}

/** What a server did under load. */
export interface LoadSample {
  readonly perSecond: number;
  /** CPU time of the server a request. */
  readonly cpuMicros: number;
  /** The server's share of its core: well below 1, something else was what limited `perSecond`. */
  readonly busy: number;
  /** 99 of 100 requests were answered within this. */
  readonly p99Millis: number;
}

export type Load = (server: ServerProcess, target: string, times: LoadTimes) => Promise<LoadSample>;

/** Keep-alive connections, each with one request under way at any time. */
export const CONNECTIONS = 32;

/** Loads a server from this process. */
export const load: Load = async ({ pid, port }, target, { warmUp, measure }) => {
  const { octets } = await ask(port, target);
  const run: Run = { port, target, octets, answers: 0, latencies: createHistogram(), ends: false };
  const connections = Promise.all(Array.from({ length: CONNECTIONS }, () => askOverAndOver(run)));

  await Promise.race([sleep(warmUp * 1000), connections]);
  run.answers = 0;
  run.latencies = createHistogram();
  const startedAt = performance.now();
  const cpuBefore = cpuMicros(pid);

  await Promise.race([sleep(measure * 1000), connections]);
  const { answers, latencies } = run;
  const cpu = cpuMicros(pid) - cpuBefore;
  const elapsed = (performance.now() - startedAt) * 1000;
  const p99Millis = latencies.percentile(99) / 1000;

  run.ends = true;
  await connections;
  return {
    perSecond: (answers / elapsed) * 1e6,
    cpuMicros: cpu / answers,
    busy: cpu / elapsed,
    p99Millis,
  };
};
