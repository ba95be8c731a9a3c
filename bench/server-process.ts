import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Where every server listens. */
export const HOST = '127.0.0.1';

const allowed = /^Cpus_allowed_list:.*$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[0];
const cores = allowed?.match(/\d+/g) ?? ['0'];

/** Leaves the first core to the servers, and keeps this process on the last. */
export function leaveServersTheirCore(): void {
  const pin = ['--all-tasks', '--cpu-list', '--pid', `${cores.at(-1)}`, `${process.pid}`];
  execFileSync('taskset', pin, { stdio: 'ignore' });
}

const started: ChildProcess[] = [];
process.once('exit', () => {
  // With SIGTERM, so that each ends what it has started itself.
  for (const child of started) child.kill();
});

export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

/** Starts a server on a free port, and waits until it says where it listens. */
export async function startServer(command: readonly string[], catalogueFile: string) {
  const child = spawn('taskset', ['--cpu-list', `${cores[0]}`, ...command, catalogueFile], {
    env: { ...process.env, PORT: '0', HOST, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const lines = createInterface(child.stdout);
  const [line] = await once(lines, 'line', { signal: AbortSignal.timeout(60_000) });
  const stop = async () => {
    child.kill();
    await once(child, 'close');
  };
  return { pid: Number(child.pid), port: Number(/:(\d+)/.exec(line)?.[1]), lines, stop };
}

/** CPU time of a process in µs, as the kernel counts it (proc(5)). */
export function cpuOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}/schedstat`);
  const nanos = threads.map((path) => Number.parseInt(readFileSync(path, 'utf8'), 10));
  return nanos.reduce((sum, each) => sum + each) / 1000;
}

/** Resident memory of a process, now or at most until now, in MB of 10^6 bytes. */
export function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(new RegExp(`${field}:\\s*(\\d+)`).exec(status)?.[1]) * 1024) / 1e6;
}
