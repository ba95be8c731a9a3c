import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Product } from '../../domain/product.ts';
import { loadProducts, type OnWarning } from './load-products.ts';
import { ProductsFileError } from './products-file-error.ts';

export interface WatchOptions {
  /**
   * The fingerprint of the version that is already known: take it before you load that version, so that no change in
   * between is lost. Without it, the first version is the one that is there now.
   */
  readonly fingerprint?: string;
  /** Ends the iteration, so that the process can exit. */
  readonly signal?: AbortSignal;
  /** As for `loadProducts`. */
  readonly onWarning?: OnWarning;
  /** How many milliseconds to wait between two checks of the file. Default: 500. */
  readonly interval?: number;
}

/**
 * A text that normally changes when the file does: what `stat` says about it. A file that is missing has a fingerprint, too.
 * Two changes within some milliseconds may have the same one, and so may two of equal length within two seconds on FAT.
 */
export async function fingerprintOf(path: string): Promise<string> {
  return stat(path).then(
    // `ctimeMs` also tells of a change that keeps the size and resets the modification time, and of a rename.
    ({ size, mtimeMs, ctimeMs }) => [size, mtimeMs, ctimeMs].join(),
    ({ code }: NodeJS.ErrnoException) => String(code),
  );
}

/**
 * Watches a products file by its name, and yields each new version: its products, or why it cannot be served. It polls,
 * because `fs.watch` gets no events from network drives, nor in some containers.
 */
export function watchProducts(
  path: string,
  { signal, interval = 500, ...options }: WatchOptions = {},
): AsyncGenerator<readonly Product[] | ProductsFileError, undefined> {
  return versionsAt(tickEvery(interval, signal), path, options);
}

async function* tickEvery(interval: number, signal?: AbortSignal): AsyncGenerator<undefined> {
  while (true) {
    // Only the signal rejects this promise.
    await setTimeout(interval, undefined, { signal }).catch(() => {});
    if (signal?.aborted) return;
    yield;
  }
}

/**
 * Checks a products file at each tick, and yields its version if that is a new one. A file that changes while it is
 * being loaded is loaded again at the next tick. An error is yielded only if the next check finds the same file, since
 * a file that is being written is mostly not valid yet.
 */
export async function* versionsAt(
  ticks: AsyncIterable<unknown>,
  path: string,
  { fingerprint = '', onWarning }: Pick<WatchOptions, 'fingerprint' | 'onWarning'> = {},
): AsyncGenerator<readonly Product[] | ProductsFileError, undefined> {
  /** The fingerprint of the version that was yielded last, or is known already. */
  let yielded = fingerprint;
  /** The fingerprint at the tick before. */
  let previous: string | undefined;
  for await (const _tick of ticks) {
    const current = await fingerprintOf(path);
    if (current !== yielded) {
      const version = await loadProducts(path, onWarning).catch((error: unknown) => {
        if (error instanceof ProductsFileError) return error;
        throw error;
      });
      const hasChanged = (await fingerprintOf(path)) !== current;
      const isTooEarly = version instanceof ProductsFileError && previous !== current;
      if (!hasChanged && !isTooEarly) {
        yielded = current;
        yield version;
      }
    }
    previous = current;
  }
}
