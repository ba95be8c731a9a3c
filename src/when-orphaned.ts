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
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    action();
  }, INTERVAL);
  return timer.unref();
}
