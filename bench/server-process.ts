import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Server } from './scenarios.ts';

/** Where every server listens. */
export const HOST = '127.0.0.1';

/** Ends the servers that run with this process. */
const groups = new Set<number>();
process.once('exit', () => {
  for (const group of groups) process.kill(-group, 'SIGKILL');
});

/** A server that runs. */
export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a server on a free port, and waits until it says where it listens. */
export async function startServer(server: Server, file: string): Promise<ServerProcess> {
  const [command = '', ...args] = [...server.command, file];
  const child = spawn(command, args, {
    env: { ...process.env, PORT: '0', HOST, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process group of its own, so that all that `npm start` starts is stopped with it.
    detached: true,
  });
  const { pid = Number.NaN } = child;
  groups.add(pid);
  const lines = createInterface(child.stdout);
  const [line] = await once(lines, 'line', { signal: AbortSignal.timeout(60_000) });
  async function stop(): Promise<void> {
    const closed = once(child, 'close');
    process.kill(-pid, 'SIGKILL');
    groups.delete(pid);
    await closed;
  }
  return { pid, port: Number(/:(\d+)/.exec(line)?.[1]), stop };
}

/** CPU time and memory of a process and its descendants; a MB is 10^6 bytes. */
export type Usage = Record<'cpuMicros' | 'megabytes' | 'processes', number>;

/** As the kernel counts it (proc(5)), so that nothing has to run in the server for it. */
export function usageOf(pid: number | string): Usage {
  const read = (file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  const usage = { cpuMicros: 0, megabytes: 0, processes: 1 };
  usage.megabytes = (Number(/VmRSS:\s*(\d+)/.exec(read('status'))?.[1]) * 1024) / 1e6;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    usage.cpuMicros += Number(read(`task/${thread}/schedstat`).split(' ')[0]) / 1000;
    for (const child of read(`task/${thread}/children`).match(/\d+/g) ?? []) {
      const { cpuMicros, megabytes, processes } = usageOf(child);
      usage.cpuMicros += cpuMicros;
      usage.megabytes += megabytes;
      usage.processes += processes;
    }
  }
  return usage;
}
