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

/** Servers that end with this process. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A server that runs. */
export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

/** Starts a server on a free port, and waits until it says where it listens. */
export async function startServer(command: readonly string[], catalogueFile: string) {
  const child = spawn('taskset', ['--cpu-list', `${cores[0]}`, ...command, catalogueFile], {
    env: { ...process.env, PORT: '0', HOST, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const lines = createInterface(child.stdout);
  const [line] = await once(lines, 'line', { signal: AbortSignal.timeout(60_000) });
  const stop = async () => {
    running.delete(child);
    child.kill('SIGKILL');
    await once(child, 'close');
  };
  return { pid: child.pid ?? Number.NaN, port: Number(/:(\d+)/.exec(line)?.[1]), stop };
}

/** CPU time and resident memory of a process as the kernel counts them (proc(5)); a MB is 10^6 bytes. */
export function usageOf(pid: number) {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanos = threads.map((id) => Number.parseInt(read(`task/${id}/schedstat`), 10));
  const kibibytes = Number(/VmRSS:\s*(\d+)/.exec(read('status'))?.[1]);
  const cpuMicros = nanos.reduce((sum, each) => sum + each) / 1000;
  return { cpuMicros, megabytes: (kibibytes * 1024) / 1e6 };
}
