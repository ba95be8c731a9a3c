/** @returns the uncaught exceptions of this process during `scenario`, which the test runner does not see */
export async function uncaughtIn(scenario: () => Promise<void>): Promise<readonly unknown[]> {
  const caught: unknown[] = [];
  const collect = (error: unknown) => caught.push(error);
  const runners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException').on('uncaughtException', collect);
  try {
    await scenario();
  } finally {
    process.off('uncaughtException', collect);
    for (const listener of runners) process.on('uncaughtException', listener);
  }
  return caught;
}
