const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How often to check that the parent still runs. */
const PARENT_POLL_MS = 200;

/**
 * Stops the server on a signal, and then ends the process with status 0. Under `npm start` and npx,
 * the end of the parent process counts as a signal, too; on Windows, where it cannot be noticed,
 * the service goes on. The parent is a shell that npm has started, or npm itself if that shell lets
 * the command take its place, as bash does. A second signal does not speed up the stop, which has a
 * timeout. Two signals are normal on Ctrl+C: the terminal signals all its foreground processes, and
 * npm or `node --watch` then signals its child again.
 * @param stop stops the server; each signal calls it
 */
export function shutDownOnSignals(stop: () => Promise<void>): void {
  for (const signal of SIGNALS) process.on(signal, stopAndExit);

  if (process.platform !== 'win32' && isRunByNpmStartOrNpx(process.env)) {
    const parent = process.ppid;
    // npm signals only the process that it has started. If that is a shell between npm and this
    // process, only the shell ends. Without this check, the service would go on and keep its port.
    // The end of a parent has no event, but the process then gets another parent (not on Windows).
    setInterval(() => {
      if (process.ppid !== parent) stopAndExit();
    }, PARENT_POLL_MS);
  }

  async function stopAndExit(): Promise<void> {
    await stop();
    process.exit(0);
  }
}

/**
 * Whether `npm start` or npx runs this process. `npm run dev` does not count, since the parent is
 * then `node --watch`, which does not end with npm's shell, nor do scripts of other names, which
 * may start the service in the background on purpose.
 */
function isRunByNpmStartOrNpx(env: NodeJS.ProcessEnv): boolean {
  return env.npm_lifecycle_event === 'start' || env.npm_lifecycle_event === 'npx';
}
