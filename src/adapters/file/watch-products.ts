import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Product } from '../../domain/product.ts';
import { CatalogFileError } from './catalog-file-error.ts';
import { loadProducts } from './load-products.ts';

/** Milliseconds between two checks. */
const INTERVAL = 500;

/**
 * Loads a catalogue file, then loads it again after each change. It checks the file by name twice a
 * second, so it notices a file that is written in place, renamed over, deleted and put back, or behind a
 * switched link, on any file system.
 *
 * `fs.watchFile` works the same way, but it misses a change before its first check, and reports the next
 * change while the last one is still being loaded.
 * @param path of the file; `-` for standard input, which never changes
 * @param onError called once for each later version that is invalid
 * @returns yields the products of each valid version
 * @throws {CatalogFileError} if the first version is invalid
 */
export async function* watchProducts(
  path: string,
  onError: (error: CatalogFileError) => void,
): AsyncGenerator<readonly Product[], never> {
  let version = await versionOf(path);
  yield await loadProducts(path);
  let reported = '';
  for (;;) {
    await setTimeout(INTERVAL);
    const latest = await versionOf(path);
    if (latest === version) continue;
    try {
      yield await loadProducts(path);
      version = latest;
    } catch (error) {
      if (!(error instanceof CatalogFileError)) throw error;
      if (reported !== latest + error.message) onError(error);
      reported = latest + error.message;
      // An error of the system may pass without a change to the file.
      if (error.cause === undefined) version = latest;
    }
  }
}

/** A text that changes when the file does. */
async function versionOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeMs, ctimeMs } = await stat(path);
    return [dev, ino, size, mtimeMs, ctimeMs].join();
  } catch (error) {
    // A file that cannot be found is a version too: `loadProducts` reports it.
    return String((error as NodeJS.ErrnoException).code);
  }
}
