/** The longest time of Node's timers, in milliseconds. Node replaces a longer one by 1 ms. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/**
 * Like `setTimeout`, but Node first reads what has arrived by then. After a busy spell, a plain
 * timer would come before the reading. Once the time is over, the call cannot be prevented any more.
 * @param milliseconds any number; less than 0 counts as 0, and more than 2^31 - 1 as 2^31 - 1
 */
export function setTimeoutAfterReading(callback: () => void, milliseconds: number): NodeJS.Timeout {
  // Node 24 warns of a negative time.
  const time = Math.min(Math.max(milliseconds, 0), MAX_TIMEOUT);
  return setTimeout(() => setImmediate(callback), time);
}
