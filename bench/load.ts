import { connect } from 'node:net';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, HOST, requestFor } from './ask.ts';
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

/** What arrives is counted and not kept: every connection reads into this. */
const sink = Buffer.allocUnsafe(256 * 1024);

/**
 * Loads a server from this process. All answers to one request are of one length, so that counting
 * octets says where an answer ends, and nothing has to be parsed: that is what makes it cheap
 * enough to find the limit of a server that sends 500 kB from one shared Buffer.
 */
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

interface Run {
  readonly port: number;
  readonly target: string;
  /** Length of each answer. */
  readonly octets: number;
  answers: number;
  /** In µs. */
  latencies: RecordableHistogram;
  /** Whether each connection is to end after the answer that is under way. */
  ends: boolean;
}

/** Settles once the connection has ended; it fails where the server ends it. */
function askOverAndOver(run: Run): Promise<void> {
  const { port, octets } = run;
  const request = requestFor(port, run.target);
  let received = 0;
  let sentAt = 0;
  const onread = {
    buffer: sink,
    callback(count: number): boolean {
      received += count;
      if (received > octets) socket.destroy(new Error(`an answer of more than ${octets} octets`));
      if (received !== octets) return true;
      run.answers++;
      run.latencies.record(Math.ceil((performance.now() - sentAt) * 1000));
      if (run.ends) socket.destroy();
      else send();
      return true;
    },
  };
  const socket = connect({ port, host: HOST, noDelay: true, onread });
  function send(): void {
    received = 0;
    sentAt = performance.now();
    socket.write(request);
  }
  return new Promise((resolve, reject) => {
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => {
      if (run.ends) resolve();
      else reject(new Error('the server closed a connection under load'));
    });
  });
}
