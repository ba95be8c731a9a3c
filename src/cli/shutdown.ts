const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How often to check that the parent still runs, in milliseconds. */
const PARENT_CHECK_INTERVAL = 200;

/**
 * Stops the server on a signal, and then ends the process with status 0. Under `npm start` and npx,
 * the end of the parent process counts as a signal, too; on Windows, where it cannot be noticed,
 * the service goes on. A second signal does not speed up the stop, which has a timeout. Two signals
 * are normal on Ctrl+C: the terminal signals all its foreground processes, and npm or
 * `node --watch` then signals its child again.
 * @param stop stops the server. It is called once, with a line that says why: `Stopping on SIGTERM`
 */
export function shutDownOnSignals(stop: (line: string) => Promise<void>): void {
  let stopping: Promise<void> | undefined;
  for (const signal of SIGNALS) process.on(signal, () => stopAndExit(`Stopping on ${signal}`));

  if (process.platform !== 'win32' && isRunByNpmStartOrNpx(process.env)) {
    const parent = process.ppid;
    // npm signals only the process that it has started. If that is a shell between npm and this
    // process, only the shell ends. Without this check, the service would go on and keep its port.
    // The end of a parent has no event, but the process then gets another parent.
    setInterval(() => {
      if (process.ppid !== parent) stopAndExit('Stopping, since npm has ended');
    }, PARENT_CHECK_INTERVAL);
  }

  async function stopAndExit(line: string): Promise<void> {
    stopping ??= stop(line);
    await stopping;
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
