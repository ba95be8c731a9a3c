import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../domain/product.ts';
import { loadProducts } from './load-products.ts';
import type { OnWarning } from './parse-products.ts';
import { ProductsFileError } from './products-file-error.ts';

/** A version of a products file: its products, or the error that says why it cannot be served. */
export type ProductsVersion = readonly Product[] | ProductsFileError;

/** How many milliseconds are between two checks of a file by default. */
export const DEFAULT_INTERVAL = 200;

/** The options of `watchProducts`. */
export interface WatchOptions {
  /**
   * Ends the iteration, so that the process can exit. The current version is yielded even if the
   * signal has been aborted before.
   */
  readonly signal?: AbortSignal;
  /** Called with each warning about a version, while it is loaded. Default: `console.warn`. */
  readonly onWarning?: OnWarning;
  /** How many milliseconds to wait between two checks of the file. Default: 200. */
  readonly interval?: number;
}

/**
 * Watches a products file by its name. It polls, because `fs.watch` gets no events from network
 * drives, nor in some containers.
 * @returns an iterator that yields the current version at once, and then each new one, until the
 * signal is aborted
 * @example
 * for await (const version of watchProducts('products.json')) {
 *   if (version instanceof Error) console.error(version.message);
 *   else catalog.replace(version);
 * }
 */
export async function* watchProducts(
  path: string,
  { signal, onWarning = console.warn, interval = DEFAULT_INTERVAL }: WatchOptions = {},
): AsyncGenerator<ProductsVersion, undefined> {
  const load = () => loadVersion(path, onWarning);
  // Only the signal rejects the promise of `sleep`.
  const wait = () => sleep(interval, true, { signal }).catch(() => false);
  yield* followFile(path, load, wait);
}

async function loadVersion(path: string, onWarning: OnWarning): Promise<ProductsVersion> {
  try {
    return await loadProducts(path, onWarning);
  } catch (error) {
    if (error instanceof ProductsFileError) return error;
    throw error;
  }
}

/**
 * Yields the current version of a file, and then checks the file again and again. A new version is
 * loaded once two checks in a row have found it, since it is usually complete then. A file that the
 * system could not read counts as not loaded, so each check tries again: the reason may go away
 * without a change of the file, for example if too many files were open. The same reason is not
 * yielded twice in a row.
 * @param wait resolves to `true` when it is time for the next check, and to `false` when there is
 * to be none
 */
export async function* followFile(
  path: string,
  load: () => Promise<ProductsVersion>,
  wait: () => Promise<boolean>,
): AsyncGenerator<ProductsVersion, undefined> {
  let fingerprint = await readFingerprint(path);
  let loadedFingerprint = fingerprint;
  // One variable for all versions: a constant for the first would keep it in memory.
  let version = await load();
  let readFailure = readFailureOf(version);
  yield version;
  while (await wait()) {
    const fingerprintBefore = fingerprint;
    fingerprint = await readFingerprint(path);
    const isStable = fingerprint === fingerprintBefore;
    const isLoaded = fingerprint === loadedFingerprint && readFailure === undefined;
    if (!isStable || isLoaded) continue;
    version = await load();
    // If the file has changed meanwhile, what was read may be a part of it.
    if ((await readFingerprint(path)) !== fingerprint) continue;
    loadedFingerprint = fingerprint;
    const readFailureBefore = readFailure;
    readFailure = readFailureOf(version);
    if (readFailure === undefined || readFailure !== readFailureBefore) yield version;
  }
}

/** The reason why the system could not read the file; `undefined` if it could. */
function readFailureOf(version: ProductsVersion): string | undefined {
  if (!(version instanceof Error)) return undefined;
  // Only errors of the system have a number. Those of Node, about a file that is too large, stay
  // until the file changes.
  const { errno } = (version.cause ?? {}) as NodeJS.ErrnoException;
  return errno === undefined ? undefined : version.message;
}

/** The fingerprint of a file. A missing file has one, too. Loading it gives the reason. */
async function readFingerprint(path: string): Promise<string> {
  return stat(path).then(fingerprintOf, () => 'none');
}

/**
 * A text that changes when the file does. Two writes of equal length within a few milliseconds, on
 * FAT within two seconds, cannot be told apart.
 */
export function fingerprintOf({ size, mtimeMs, ctimeMs }: Stats): string {
  // `ctimeMs` also moves when a program sets `mtimeMs` back. On FAT, Windows leaves it at 0.
  return `${size} ${mtimeMs} ${ctimeMs}`;
}
