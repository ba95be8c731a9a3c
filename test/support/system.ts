import type { AsyncFunc } from 'mocha';

/**
 * Whether a process can handle signals, a file can be a pipe, and anybody may make links. Windows
 * ends a process at once.
 */
export const isUnix = process.platform !== 'win32';

export function itOnUnix(title: string, test: AsyncFunc): void {
  if (isUnix) it(title, test);
}
