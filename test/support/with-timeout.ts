import { type EventEmitter, once } from 'node:events';
import { setImmediate } from 'node:timers/promises';

/**
 * How long a test waits for one thing, in milliseconds: less than any limit of the service that
 * could end what it waits for, and less than mocha for the test, which would not say for what.
 */
let defaultPatience = 4000;

/**
 * How long a test waits for a program to start, in milliseconds. Before the service listens, none
 * of its limits runs, and on a busy machine, npm, Node.js and tsx take long.
 */
export let startPatience = 15_000;

/** Sets how long all tests of this process wait for one thing, or for a program to start. */
export function setPatience(milliseconds: number): void {
  defaultPatience = milliseconds;
  startPatience = milliseconds;
}

/**
 * Waits for what may never come.
 * @param what says what is awaited, and how far it has come
 * @throws {Error} with these words if it takes longer than `patience`
 */
export async function withTimeout<T>(
  promise: PromiseLike<T>,
  what: () => string,
  patience = defaultPatience,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`waited in vain for ${what()}`)), patience);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Waits for an event, as `once` of Node does. */
export function waitFor(emitter: EventEmitter, name: string, patience?: number) {
  const what = () => `'${name}' of ${emitter.constructor.name}`;
  return withTimeout(once(emitter, name), what, patience);
}

/** Waits, turn by turn of the event loop, for what has no event. */
export async function until(isMet: () => boolean): Promise<void> {
  let isLate = false;
  const met = async () => {
    while (!isMet() && !isLate) await setImmediate();
  };
  await withTimeout(met(), () => String(isMet)).finally(() => {
    isLate = true;
  });
}
