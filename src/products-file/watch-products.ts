import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../domain/product.ts';
import { loadProducts } from './load-products.ts';
import type { OnWarning } from './parse-products.ts';
import { ProductsFileError } from './products-file-error.ts';

/** A version of a products file: its products, or the error that says why it cannot be served. */
export type ProductsVersion = readonly Product[] | ProductsFileError;

/** The options of `watchProducts`. */
export interface WatchOptions {
  /**
   * Ends the iteration, so that the process can exit. The current version is yielded even if the
   * signal has been aborted before.
   */
  readonly signal?: AbortSignal;
  /**
   * Called with the warnings of each version that is loaded, as by `parseProducts`. Default: print
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
  { signal, onWarning, interval }: WatchOptions = {},
): AsyncGenerator<ProductsVersion, undefined> {
  const load = () => loadVersion(path, onWarning);
  // Only the signal rejects this promise.
  const wait = (milliseconds: number) => sleep(milliseconds, true, { signal }).catch(() => false);
  return followFile(path, load, wait, interval);
}

async function loadVersion(path: string, onWarning?: OnWarning): Promise<ProductsVersion> {
  try {
    return await loadProducts(path, onWarning);
  } catch (error) {
    if (error instanceof ProductsFileError) return error;
    throw error;
  }
}

/**
 * Yields the current version of a file, and then checks the file again and again. A change is
 * loaded once two checks in a row have found the same file, which mostly means that it is complete.
 * If the system refuses to read it, even if it is only missing, it is loaded again at each check; a
 * refusal is not yielded if the version before it was the same refusal.
 * @param wait resolves to `true` when it is time for the next check, and to `false` when there is
 * to be none
 * @param interval the milliseconds to wait
 */
export async function* followFile(
  path: string,
  load: () => Promise<ProductsVersion>,
  wait: (milliseconds: number) => Promise<boolean>,
  interval = 200,
): AsyncGenerator<ProductsVersion, undefined> {
  let fingerprint = await fingerprintOf(path);
  // One variable for all versions: a constant would keep the first one in memory.
  let version = await load();
  yield version;
  let isChangePending = false;
  while (await wait(interval)) {
    const lastFingerprint = fingerprint;
    fingerprint = await fingerprintOf(path);
    if (fingerprint !== lastFingerprint) {
      // It may not be complete yet: it is loaded when the next check finds the same.
      isChangePending = true;
    } else if (isChangePending || refusalOf(version) !== undefined) {
      const next = await load();
      // If the file has changed meanwhile, what was read may be a part of it.
      if ((await fingerprintOf(path)) !== fingerprint) continue;
      const refusal = refusalOf(next);
      const isNew = refusal === undefined || refusal !== refusalOf(version);
      version = next;
      isChangePending = false;
      if (isNew) yield version;
    }
  }
}

/**
 * What the system says if it refuses to read the file, which may change without a change of the
 * file: too many files are open, or another program has locked it.
 */
function refusalOf(version: ProductsVersion): string | undefined {
  if (!(version instanceof ProductsFileError)) return undefined;
  // Only errors of the system have a number.
  const { errno } = (version.cause ?? {}) as NodeJS.ErrnoException;
  return errno === undefined ? undefined : version.message;
}

/**
 * A text that changes when the file does: what `stat` says about it. Two writes of equal length
 * within a few milliseconds, on FAT within two seconds, cannot be told apart.
 */
async function fingerprintOf(path: string): Promise<string> {
  return stat(path).then(
    // `ctimeMs` moves whenever `mtimeMs` does, and also when a program resets that.
    ({ size, ctimeMs }) => `${size} ${ctimeMs}`,
    // Loading the file says why there is nothing to look at.
    () => 'none',
  );
}
