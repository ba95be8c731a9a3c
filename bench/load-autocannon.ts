import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { HOST } from './ask.ts';
import { CONNECTIONS, type Load } from './load.ts';
import { cpuMicros } from './process-usage.ts';

const AUTOCANNON = fileURLToPath(import.meta.resolve('./node_modules/autocannon/autocannon.js'));

/** The part of autocannon's JSON that is used here. */
interface AutocannonResult {
  readonly requests: { readonly total: number };
  /** In s. */
  readonly duration: number;
  /** In whole ms. */
  readonly latency: { readonly p99: number };
  readonly errors: number;
}

/** As `load`, in whole seconds, but by a load generator that others wrote, to hold the one against the other. */
export const loadByAutocannon: Load = async ({ pid, port }, target, { warmUp, measure }) => {
  await runAutocannon(port, target, warmUp);
  const cpuBefore = cpuMicros(pid);
  const { requests, duration, latency, errors } = await runAutocannon(port, target, measure);
  if (errors > 0) throw new Error(`autocannon counted ${errors} errors`);
  const cpu = cpuMicros(pid) - cpuBefore;
  return {
    perSecond: requests.total / duration,
    cpuMicros: cpu / requests.total,
    busy: cpu / (duration * 1e6),
    p99Millis: latency.p99,
  };
};

async function runAutocannon(
  port: number,
  target: string,
  seconds: number,
): Promise<AutocannonResult> {
  const flags = [
    '--json',
    '--connections',
    String(CONNECTIONS),
    '--duration',
    String(Math.ceil(seconds)),
  ];
  const url = `http://${HOST}:${port}${target}`;
  const { stdout } = await promisify(execFile)(process.execPath, [AUTOCANNON, ...flags, url]);
  return JSON.parse(stdout) as AutocannonResult;
}
