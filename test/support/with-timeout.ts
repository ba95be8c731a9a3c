import { type EventEmitter, once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';

/**
 * How long a test waits for one thing, in milliseconds: longer than a busy machine takes, and less
 * than mocha waits for the test, since mocha would not say for what.
 */
const PATIENCE = 45_000;

/**
 * Waits for what may never come.
 * @param what says what is awaited, and how far it has come
 * @throws {Error} with these words if it takes longer than `patience`
 */
export async function withTimeout<T>(
  promise: PromiseLike<T>,
  what: () => string,
  patience = PATIENCE,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`waited in vain for ${what()}`)), patience);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Waits for an event, as `once` of Node does. */
export function waitFor(emitter: EventEmitter, name: string) {
  return withTimeout(once(emitter, name), () => `'${name}' of ${emitter.constructor.name}`);
}

/** Waits, turn by turn of the event loop, until something without an event has a value. */
export async function until<T>(read: () => T, expected: T): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  while (read() !== expected) {
    if (performance.now() > deadline) {
      throw new Error(
        `waited in vain for ${read} to be ${inspect(expected)}, not ${inspect(read())}`,
      );
    }
    await setImmediate();
  }
}
