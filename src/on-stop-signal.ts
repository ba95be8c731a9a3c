/** The signals that ask for a stop. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** Milliseconds for which further signals repeat the first one. */
const REPEAT = 500;

/**
 * Calls `stop` at the first signal that asks for a stop, and `exit` at a later one.
 *
 * A signal within half a second after the first means nothing: on Ctrl-C a terminal signals all its
 * foreground processes, and npm or `node --watch` then signals its child once more.
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
