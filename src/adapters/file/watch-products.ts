import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
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
  /** For how many milliseconds a file has to stay as it is before it is loaded. Default: 500. */
  readonly interval?: number;
}

/**
 * A text that normally changes when the file does: what `stat` says about it. A file that is missing has a fingerprint, too.
 * Two changes within some milliseconds may have the same one, and so may two of equal length within two seconds on FAT.
 */
export async function fingerprintOf(path: string): Promise<string> {
  return stat(path).then(
    // `ctimeMs` also tells of a change that keeps the size and resets the modification time.
    ({ dev, ino, size, mtimeMs, ctimeMs }) => [dev, ino, size, mtimeMs, ctimeMs].join(),
    ({ code }: NodeJS.ErrnoException) => String(code),
  );
}

/**
 * Watches a products file by its name, and yields each new version: its products, or why it cannot be served. It polls,
 * because `fs.watch` gets no events from network drives, nor in some containers.
 *
 * A version is loaded once the file has stayed the same for `interval`, and counts only if it is still the same when it
 * has been loaded.
 */
export async function* watchProducts(
  path: string,
  { fingerprint = '', signal, onWarning, interval = 500 }: WatchOptions = {},
): AsyncGenerator<readonly Product[] | ProductsFileError, undefined> {
  /** The fingerprint of the version that is known already, or was yielded last. */
  let known = fingerprint;
  while (true) {
    const seen = await fingerprintOf(path);
    // Only the signal rejects this promise.
    await wait(interval, undefined, { signal }).catch(() => {});
    if (signal?.aborted) return;
    if (seen === known || (await fingerprintOf(path)) !== seen) continue;
    const version = await loadProducts(path, onWarning).catch((error: unknown) => {
      if (error instanceof ProductsFileError) return error;
      throw error;
    });
    if (signal?.aborted || (await fingerprintOf(path)) !== seen) continue;
    // A file that the system could not read may become readable without a change. So it is loaded again each time, but
    // its error is yielded only once.
    const isUnreadable = version instanceof ProductsFileError && version.cause !== undefined;
    const current = isUnreadable ? `unreadable ${seen}` : seen;
    if (current === known) continue;
    known = current;
    yield version;
  }
}
