import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The core that a server has to itself, and the one that this process loads it from. */
export interface Cores {
  readonly server: number;
  readonly load: number;
}

/**
 * Keeps this process, and what it starts, off the core that it leaves to the servers.
 * @returns `undefined` where that cannot be: a machine of one core, or one without `taskset`
 */
export function shareOutCores(): Cores | undefined {
  const allowed = allowedCores();
  const [server] = allowed;
  const load = allowed.at(-1);
  if (server === undefined || load === undefined || server === load) return undefined;
  const { status } = spawnSync('taskset', ['-acp', String(load), String(process.pid)]);
  return status === 0 ? { server, load } : undefined;
}

/** The command that runs `command` on the servers' core, and on that alone. */
export function onServerCore(cores: Cores | undefined, command: readonly string[]): string[] {
  return cores === undefined ? [...command] : ['taskset', '-c', String(cores.server), ...command];
}

function allowedCores(): number[] {
  const status = readFileSync('/proc/self/status', 'utf8');
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
