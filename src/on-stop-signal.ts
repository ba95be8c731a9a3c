/** The signals that start a graceful shutdown. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** Milliseconds after the first signal in which others are ignored. */
const REPEAT = 500;

/**
 * Calls `stop` on the first signal, and `exit` on a later one.
 *
 * Signals within 500 ms of the first are ignored: on Ctrl-C, the terminal signals all its foreground
 * processes, and npm or `node --watch` then signals its child once more.
 */
export function onStopSignal(stop: () => void, exit: (signal: NodeJS.Signals) => void): void {
  let stoppedAt: number | undefined;
  for (const name of STOP_SIGNALS) {
    process.on(name, (signal) => {
      if (stoppedAt === undefined) {
        stoppedAt = performance.now();
        stop();
      } else if (performance.now() - stoppedAt > REPEAT) {
        exit(signal);
      }
    });
  }
}
