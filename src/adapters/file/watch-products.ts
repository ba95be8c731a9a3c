import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../../domain/product.ts';
import { loadProducts } from './load-products.ts';
import type { OnWarning } from './parse-products.ts';
import { ProductsFileError } from './products-file-error.ts';

/** The products of a version of a file, or why it cannot be served. */
export type FileVersion = readonly Product[] | ProductsFileError;

export interface WatchOptions {
  /**
   * Ends the iteration, so that the process can exit. The present version is yielded even if the
   * signal has been aborted before.
   */
  readonly signal?: AbortSignal;
  /** Called with the warnings of each version, as by `parseProducts`. Default: to stderr. */
  readonly onWarning?: OnWarning;
  /** How many milliseconds to wait between two checks of the file. Default: 200. */
  readonly interval?: number;
}

/**
 * Watches a products file by its name. It polls, because `fs.watch` gets no events from network
 * drives, nor in some containers.
 * @returns an iterator that yields the present version at once, and then each new one; a version
 * that cannot be served is yielded as the error that says why
 */
export function watchProducts(
  path: string,
  { signal, onWarning, interval = 200 }: WatchOptions = {},
): AsyncGenerator<FileVersion, undefined> {
  return versionsAt(tickEvery(interval, signal), path, onWarning);
}

async function* tickEvery(interval: number, signal?: AbortSignal): AsyncGenerator<undefined> {
  while (true) {
    // Only the signal rejects this promise.
    await sleep(interval, undefined, { signal }).catch(() => {});
    if (signal?.aborted) return;
    yield;
  }
}

/**
 * Yields the present version of a products file, and then checks the file at each tick. A change
 * is loaded once two checks in a row have found the same file, which mostly means that it is
 * complete. It is exported for its tests, which bring their own ticks.
 */
export async function* versionsAt(
  ticks: AsyncIterable<unknown>,
  path: string,
  onWarning?: OnWarning,
): AsyncGenerator<FileVersion, undefined> {
  /** The fingerprint of the version that was yielded last. */
  let yielded = await fingerprintOf(path);
  yield loadVersion(path, onWarning);
  /** The fingerprint at the tick before. */
  let previous = yielded;
  for await (const _tick of ticks) {
    const current = await fingerprintOf(path);
    if (current !== yielded && current === previous) {
      const version = await loadVersion(path, onWarning);
      // If the file has changed meanwhile, what was read may be a part of it.
      if ((await fingerprintOf(path)) === current) {
        yielded = current;
        yield version;
      }
    }
    previous = current;
  }
}

/**
 * A text that changes when the file does: what `stat` says about it. A file that is missing has
 * one, too. Two writes of equal length within a few milliseconds, on FAT within two seconds, cannot
 * be told apart.
 */
async function fingerprintOf(path: string): Promise<string> {
  return stat(path).then(
    // `ctimeMs` tells of a change that keeps the size and resets the modification time. `ino` tells
    // apart two files that were written at the same time, if `path` is a link.
    ({ ino, size, mtimeMs, ctimeMs }) => [ino, size, mtimeMs, ctimeMs].join(),
    ({ code }: NodeJS.ErrnoException) => String(code),
  );
}

async function loadVersion(path: string, onWarning?: OnWarning): Promise<FileVersion> {
  try {
    return await loadProducts(path, onWarning);
  } catch (error) {
    if (error instanceof ProductsFileError) return error;
    throw error;
  }
}
