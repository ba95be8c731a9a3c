/**
 * Runs a test with a clock in place of `performance.now`, which stands still until the test moves
 * it. Timers go on as always.
 */
export async function withClock<T>(run: (clock: { now: number }) => Promise<T>): Promise<T> {
  const clock = { now: performance.now() };
  Object.defineProperty(performance, 'now', { configurable: true, value: () => clock.now });
  try {
    return await run(clock);
  } finally {
    // What the prototype has counts again.
    Reflect.deleteProperty(performance, 'now');
  }
}
