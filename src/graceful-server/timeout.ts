/** The longest time that Node's timers take, in milliseconds. They would replace a longer one by 1. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/**
 * Like `setTimeout`, but Node first reads what has arrived by then. After a busy spell, a plain
 * timer would come before the reading.
 * @param milliseconds any number; what is negative counts as 0
 */
export function setTimeoutAfterReading(callback: () => void, milliseconds: number): NodeJS.Timeout {
  // Node 24 warns of a negative time.
  const time = Math.min(Math.max(milliseconds, 0), MAX_TIMEOUT);
  return setTimeout(() => setImmediate(callback), time);
}
