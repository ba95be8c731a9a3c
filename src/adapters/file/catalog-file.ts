import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Product } from '../../domain/product.ts';
import { CatalogFileError } from './catalog-file-error.ts';
import { parseProducts } from './parse-products.ts';
import { nameOf, readText } from './read-text.ts';
import type { OnWarning } from './warning.ts';

/**
 * A catalogue file, which can be loaded once, and again after each change.
 *
 * It looks at the file by name, so it notices a file that is rewritten in place, replaced by a rename, deleted and
 * restored, or reached through a link that now points elsewhere. It can miss only a change of equal length on a file
 * system with two-second times (FAT).
 */
// `fs.watchFile` looks in the same way, but misses a change before its first look, and reports the next
// change while the last one is still being loaded.
export class CatalogFile {
  /** What messages call it: its path, or `standard input`. */
  readonly name: string;
  readonly #path: string;
  readonly #onWarning: OnWarning;
  /** The fingerprint of the version that was loaded last, valid or not. */
  #loaded = '';

  /** @param path as for `loadProducts`, like `onWarning`; standard input can be loaded only once */
  constructor(path: string, onWarning: OnWarning = console.warn) {
    this.name = nameOf(path);
    this.#path = path;
    this.#onWarning = onWarning;
  }

  /**
   * @param fingerprint of the current version, if already known
   * @throws {CatalogFileError} if the file cannot be read, or is not a catalogue
   */
  async load(fingerprint?: string): Promise<readonly Product[]> {
    // Taken before reading, so that a later change makes another fingerprint.
    this.#loaded = fingerprint ?? (await fingerprintOf(this.#path));
    return parseProducts(this.name, await readText(this.#path), this.#onWarning);
  }

  /**
   * Watches the file. Load it first.
   * @param interval milliseconds between two looks at the file
   * @returns the products of each new version, or the error if it is invalid. If the system cannot read it, yields
   * that error once, and tries again at each look
   */
  async *changes(interval = 500): AsyncGenerator<readonly Product[] | CatalogFileError, never> {
    let seen = this.#loaded;
    let failure: string | undefined;
    for (;;) {
      await wait(interval);
      const previous = seen;
      seen = await fingerprintOf(this.#path);
      // A version that only one look has seen may still be being written.
      if (seen !== previous || seen === this.#loaded) continue;
      const result = await this.load(seen).catch((error: unknown) => {
        if (error instanceof CatalogFileError) return error;
        throw error;
      });
      // If it has changed meanwhile, what was read may be half old and half new.
      const hasChanged = (await fingerprintOf(this.#path)) !== seen;
      // A failure of the system, unlike a missing file, may be over at the next look.
      const mayRecover = result instanceof CatalogFileError && result.cause && seen !== 'ENOENT';
      // '' is no fingerprint, so the next look loads it again.
      if (hasChanged || mayRecover) this.#loaded = '';
      if (hasChanged || (mayRecover && result.message === failure)) continue;
      failure = mayRecover ? result.message : undefined;
      yield result;
    }
  }
}

/**
 * Reads a catalogue file: a JSON array of products in UTF-8, or an object with the array under "products".
 * @param path of the file; `-` for standard input
 * @param onWarning called with a line that names the fields that are left out; by default, it goes to stderr
 * @returns the frozen products, in the order of the file
 * @throws {CatalogFileError} if the file cannot be read, or is not a catalogue
 */
export function loadProducts(path: string, onWarning?: OnWarning): Promise<readonly Product[]> {
  return new CatalogFile(path, onWarning).load();
}

/** A text that changes when the file does. A missing file has a fingerprint too. */
function fingerprintOf(path: string): Promise<string> {
  return stat(path).then(
    ({ dev, ino, size, mtimeMs, ctimeMs }) => [dev, ino, size, mtimeMs, ctimeMs].join(),
    ({ code }: NodeJS.ErrnoException) => String(code),
  );
}
