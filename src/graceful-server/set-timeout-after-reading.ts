/**
 * Like `setTimeout`, but Node first reads what has arrived by then. After a busy spell, a plain
 * timer would come before the reading. Between the two, `clearTimeout` has no effect any more.
 * @param milliseconds any number; less than 0 counts as 0, and more than 2^31 - 1 as 2^31 - 1
 */
export function setTimeoutAfterReading(callback: () => void, milliseconds: number): NodeJS.Timeout {
  // Node would replace a time above its maximum by 1 ms, and Node 24 warns of a negative one.
  const time = Math.min(Math.max(milliseconds, 0), 2 ** 31 - 1);
  return setTimeout(() => setImmediate(callback), time);
}
