import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../domain/product.ts';
import { loadProducts } from './load-products.ts';
import type { OnWarning } from './parse-products.ts';
import { ProductsFileError } from './products-file-error.ts';

/** The products of a version of a file, or the error that says why it cannot be served. */
export type ProductsOrError = readonly Product[] | ProductsFileError;

/** The options of `watchProducts`. */
export interface WatchOptions {
  /**
   * Ends the iteration, so that the process can exit. The current version is yielded even if the
   * signal has been aborted before.
   */
  readonly signal?: AbortSignal;
  /**
   * Called with the warnings of each version that is yielded, as by `parseProducts`. Default: print
   * to stderr.
   */
  readonly onWarning?: OnWarning;
  /** How many milliseconds to wait between two checks of the file. Default: 200. */
  readonly interval?: number;
}

/**
 * Watches a products file by its name. It polls, because `fs.watch` gets no events from network
 * drives, nor in some containers.
 * @returns an iterator that yields the current version at once, and then each new one
 */
export function watchProducts(
  path: string,
  { signal, onWarning = console.warn, interval = 200 }: WatchOptions = {},
): AsyncGenerator<ProductsOrError, undefined> {
  // Only the signal rejects this promise.
  const wait = () => sleep(interval, true, { signal }).catch(() => false);
  return followFile(path, wait, onWarning);
}

/**
 * Yields the current version of a products file, and then checks the file again and again. A change
 * is loaded once two checks in a row have found the same file, which mostly means that it is
 * complete.
 * @param waitForCheck resolves to `true` when it is time for the next check, and to `false` when
 * there is to be none; the tests bring their own
 */
export async function* followFile(
  path: string,
  waitForCheck: () => Promise<boolean>,
  onWarning: OnWarning,
): AsyncGenerator<ProductsOrError, undefined> {
  // The fingerprint of the version that was yielded last.
  let yieldedFingerprint = await fingerprintOf(path);
  yield load(path, onWarning);
  // The fingerprint that the check before has found.
  let lastFingerprint = yieldedFingerprint;
  while (await waitForCheck()) {
    const fingerprint = await fingerprintOf(path);
    if (fingerprint !== yieldedFingerprint && fingerprint === lastFingerprint) {
      const warnings: string[] = [];
      const version = await load(path, (line) => warnings.push(line));
      // If the file has changed meanwhile, what was read may be a part of it.
      if ((await fingerprintOf(path)) === fingerprint) {
        yieldedFingerprint = fingerprint;
        for (const line of warnings) onWarning(line);
        yield version;
      }
    }
    lastFingerprint = fingerprint;
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

async function load(path: string, onWarning: OnWarning): Promise<ProductsOrError> {
  try {
    return await loadProducts(path, onWarning);
  } catch (error) {
    if (error instanceof ProductsFileError) return error;
    throw error;
  }
}
