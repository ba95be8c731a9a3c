import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Waits until all these objects have been collected as garbage, which is never where one is held. */
export async function untilCollected(objects: readonly WeakRef<object>[]): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  while (objects.some((object) => object.deref() !== undefined)) {
    await setImmediate();
    collect();
  }
}
