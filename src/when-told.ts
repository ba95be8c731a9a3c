/** The signals that ask for a stop. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Milliseconds after the first signal in which others are its echo. */
const ECHO = 500;

/**
 * Calls `stop` at the first signal that asks for it, and `hurry` at any that comes later.
 *
 * What comes at once is an echo, and means nothing: on Ctrl-C a terminal tells all its foreground
 * processes, and npm, or `node --watch`, tells the one that it has started once more.
 */
export function whenTold(stop: () => void, hurry: (signal: NodeJS.Signals) => void): void {
  let toldAt: number | undefined;
  for (const name of STOP_SIGNALS) {
    process.on(name, (signal) => {
      if (toldAt === undefined) {
        toldAt = performance.now();
        stop();
      } else if (performance.now() - toldAt > ECHO) {
        hurry(signal);
      }
    });
  }
}
