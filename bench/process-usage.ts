import { readdirSync, readFileSync } from 'node:fs';

/**
 * CPU time that a process, its threads and its descendants have had, in µs: the kernel's own count
 * in ns (proc(5), `/proc/pid/task/tid/schedstat`), so that nothing has to run in the server for it.
 */
export function cpuMicros(pid: number): number {
  let nanos = 0;
  for (const task of tasks(pid))
    nanos += Number(readFileSync(`${task}/schedstat`, 'utf8').split(' ')[0]);
  return sum([nanos / 1000, ...children(pid).map(cpuMicros)]);
}

/** Memory of a process and its descendants that is in RAM, in MB of 10^6 octets. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kibibytes = Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1]);
  return sum([(kibibytes * 1024) / 1e6, ...children(pid).map(residentMegabytes)]);
}

function tasks(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).map((task) => `/proc/${pid}/task/${task}`);
}

function children(pid: number): number[] {
  return tasks(pid).flatMap((task) =>
    readFileSync(`${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
