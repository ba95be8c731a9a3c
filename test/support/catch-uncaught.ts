/**
 * Collects the uncaught exceptions of this process, in place of the test runner.
 * @returns `stop` ends that, and returns them
 */
export function catchUncaught(): { stop(): readonly unknown[] } {
  const caught: unknown[] = [];
  const collect = (error: unknown) => caught.push(error);
  const runners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException').on('uncaughtException', collect);
  return {
    stop() {
      process.off('uncaughtException', collect);
      for (const listener of runners) process.on('uncaughtException', listener);
      return caught;
    },
  };
}
