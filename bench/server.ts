// A server under test: a process of its own, on a core of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the service is installed, and the products files are; removed at the end. */
export const folder = mkdtempSync(join(tmpdir(), 'product-catalogue-bench-'));

const children: ChildProcess[] = [];
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

export type Server = Awaited<ReturnType<typeof startServer>>;

/**
 * Starts a server on core 0; package.json keeps the benchmark itself, and so the load, on core 1.
 * @param name `this service`, or a name that servers.mjs knows
 * @returns when the server has printed its URL
 */
export async function startServer(name: string, file: string, ...options: string[]) {
  const installed = join(folder, 'node_modules/.bin/product-catalogue');
  const command = name === 'this service' ? [installed] : ['bench/servers.mjs', name];
  const args = ['--cpu-list', '0', process.execPath, ...command, file, ...options];
  const env = { ...process.env, NODE_ENV: 'production', PORT: '0', HOST: '127.0.0.1' };
  const child = spawn('taskset', args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = await once(child.stdout, 'data', { signal: AbortSignal.timeout(60_000) });
  const port = /:(\d+)/.exec(`${line}`)?.[1];
  const stop = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal);
    await once(child, 'exit');
  };
  return { name, pid: Number(child.pid), url: `http://127.0.0.1:${port}/api/products`, stop };
}

/** CPU time of all threads, in µs (proc(5)). The `schedstat` of a process has one thread's alone. */
export function cpuTime({ pid }: Server): number {
  const files = readdirSync(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}/schedstat`);
  const nanoseconds = files.map((path) => Number.parseInt(readFileSync(path, 'utf8'), 10));
  return nanoseconds.reduce((sum, each) => sum + each) / 1000;
}

/** The most memory that a process has had resident until now, in MB of 10^6 bytes. */
export function peakMemory({ pid }: Server): number {
  const kibibytes = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kibibytes) * 1024) / 1e6;
}
