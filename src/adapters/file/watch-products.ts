import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Product } from '../../domain/product.ts';
import { CatalogFileError } from './catalog-file-error.ts';
import { loadProducts } from './load-products.ts';

/** Milliseconds between two looks. */
const INTERVAL = 500;

/**
 * Loads a catalogue file, and again after each change, for as long as it is asked for more. It checks
 * the file by its name twice a second: so it notices a file that is written in place, renamed over,
 * deleted and put back, or behind a link that is switched, on any file system.
 *
 * `fs.watchFile` checks likewise, but a change before its first check is lost, and it does not wait
 * for one version to be loaded before it reports the next.
 * @param path of the file; `-` for standard input, which has one version
 * @param onError is given the error of each later version that is not a catalogue, once
 * @returns the products of each version that is one
 * @throws {CatalogFileError} when the first version is not
 */
export async function* watchProducts(
  path: string,
  onError: (error: CatalogFileError) => void,
): AsyncGenerator<readonly Product[], never> {
  let version = await versionOf(path);
  yield await loadProducts(path);
  for (;;) {
    await setTimeout(INTERVAL);
    const latest = await versionOf(path);
    if (latest === version) continue;
    version = latest;
    try {
      yield await loadProducts(path);
    } catch (error) {
      if (!(error instanceof CatalogFileError)) throw error;
      onError(error);
    }
  }
}

/** The same text for as long as the file is the same. */
async function versionOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeMs, ctimeMs } = await stat(path);
    return [dev, ino, size, mtimeMs, ctimeMs].join();
  } catch (error) {
    // That it cannot be seen is a version like any other: `loadProducts` says why.
    return String((error as NodeJS.ErrnoException).code);
  }
}
