import { type EventEmitter, once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';

/**
 * How long a test waits for one thing, in milliseconds: longer than a busy machine takes, and less
 * than mocha waits for the test, since mocha would not say for what.
 */
const PATIENCE = 15_000;

const LATE = Symbol('late');

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
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, patience, LATE);
  });
  const first = await Promise.race([promise, late]).finally(() => clearTimeout(timer));
  // Not in the timer: an error that is made after `await` has the lines that await this, too.
  if (first === LATE) throw new Error(`waited in vain for ${what()}`);
  return first;
}

/** Waits for an event, as `once` of Node does. */
export function waitFor(emitter: EventEmitter, name: string) {
  return withTimeout(once(emitter, name), () => `'${name}' of ${emitter.constructor.name}`);
}

/** Waits, turn by turn of the event loop, until something without an event has a value. */
export async function until<T>(read: () => T, expected: T): Promise<void> {
  let isLate = false;
  const reached = async () => {
    while (read() !== expected && !isLate) await setImmediate();
  };
  const what = () => `${read} to be ${inspect(expected)}; it is ${inspect(read())}`;
  await withTimeout(reached(), what).finally(() => {
    isLate = true;
  });
}
