import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { FOLDER } from './scenarios.ts';

/** Where every server listens. */
export const HOST = '127.0.0.1';

const allowed = /^Cpus_allowed_list:.*$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[0];
const cores = allowed?.match(/\d+/g) ?? ['0'];

/** Leaves the first core to the servers, and keeps this process on the last. */
export function leaveServersTheirCore(): void {
  const pin = ['--all-tasks', '--cpu-list', '--pid', `${cores.at(-1)}`, `${process.pid}`];
  execFileSync('taskset', pin, { stdio: 'ignore' });
}

/** Process groups that end with this process. */
const running = new Set<number>();
process.once('exit', () => {
  for (const group of running) process.kill(-group, 'SIGKILL');
});

export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

/** Starts a server on a free port, and waits until it says where it listens. */
export async function startServer(command: readonly string[], catalogueFile: string) {
  const child = spawn('taskset', ['--cpu-list', `${cores[0]}`, ...command, catalogueFile], {
    env: { ...process.env, PORT: '0', HOST, TMPDIR: FOLDER, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // as a group, with what it starts
  });
  const pid = child.pid ?? Number.NaN;
  running.add(pid);
  const timeout = { signal: AbortSignal.timeout(60_000) };
  const [line] = await once(createInterface(child.stdout), 'line', timeout);
  const signal = (name: NodeJS.Signals) => process.kill(-pid, name);
  const stop = async () => {
    running.delete(pid);
    signal('SIGKILL');
    await once(child, 'close');
  };
  return { pid, port: Number(/:(\d+)/.exec(line)?.[1]), signal, stop };
}

/** CPU time of a process in µs, as the kernel counts it (proc(5)). */
export function cpuOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}/schedstat`);
  const nanos = threads.map((path) => Number.parseInt(readFileSync(path, 'utf8'), 10));
  return nanos.reduce((sum, each) => sum + each) / 1000;
}

/** Resident memory of a process, now or at most until now, in MB of 10^6 bytes. */
export function megabytesOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(new RegExp(`${field}:\\s*(\\d+)`).exec(status)?.[1]) * 1024) / 1e6;
}
