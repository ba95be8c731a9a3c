import type { AsyncFunc } from 'mocha';

const isWindows = process.platform === 'win32';

/** Signals that a process can handle, and process groups. Windows ends a process at once. */
export const hasSignals = !isWindows;

/** Pipes and devices among the files, and links that anybody may make and replace. */
export const hasUnixFiles = !isWindows;

export function itWithSignals(title: string, test: AsyncFunc): void {
  if (hasSignals) it(title, test);
}

export function itWithUnixFiles(title: string, test: AsyncFunc): void {
  if (hasUnixFiles) it(title, test);
}
