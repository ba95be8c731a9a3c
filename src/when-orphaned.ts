import { existsSync, readFileSync } from 'node:fs';

/** Milliseconds between two looks. */
const INTERVAL = 200;

/**
 * Calls `action` once this process has lost the one that started it.
 *
 * `npm start` and `npx` run a command through a shell, and pass signals to that shell, which dies
 * of them without telling the service. No event tells of it either; but its parent is then another.
 * @returns the timer that looks: clear it, and `action` is not called any more
 */
export function whenOrphaned(action: () => void): NodeJS.Timeout {
  const parent = process.ppid;
  const isOrphan = parent === 1 && !isNpmInit();
  const timer = setInterval(() => {
    if (!isOrphan && process.ppid === parent) return;
    clearInterval(timer);
    action();
  }, INTERVAL);
  return timer.unref();
}

/**
 * Whether process 1 is npm, as it may be in a container. Anything else has adopted this process:
 * its parent was gone before the first look.
 */
function isNpmInit(): boolean {
  const commandLine = '/proc/1/cmdline';
  return existsSync(commandLine) && readFileSync(commandLine, 'utf8').includes('npm');
}
