import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Product } from '../../domain/product.ts';
import { describeValue } from '../../domain/wording.ts';
import { CatalogFileError } from './catalog-file-error.ts';
import { parseProducts } from './parse-products.ts';
import { nameOf, readText } from './read-text.ts';
import type { OnWarning } from './warning.ts';

/**
 * A catalogue file, which can be loaded once, and again after each change. It looks at the file by name, so it notices
 * every change but one of equal length on a file system with two-second times (FAT).
 */
// `fs.watchFile` looks in the same way, but misses a change before its first look, and reports the next
// change while the last one is still being loaded.
export class CatalogFile {
  /** What messages call it: its path, or `standard input`. */
  readonly name: string;
  readonly #path: string;
  readonly #onWarning: OnWarning;
  /** The fingerprint of the version that was read last, valid or not. */
  #loaded = '';

  /** @param path as for `loadProducts`, like `onWarning`; standard input can be loaded only once */
  constructor(path: string, onWarning: OnWarning = console.warn) {
    this.name = nameOf(path);
    this.#path = path;
    this.#onWarning = onWarning;
  }

  /** @throws {CatalogFileError} if the file cannot be read, or is not a catalogue */
  async load(): Promise<readonly Product[]> {
    // Taken before reading, so that a later change makes another fingerprint.
    const fingerprint = await fingerprintOf(this.#path);
    const text = await readText(this.#path);
    this.#loaded = fingerprint;
    return parseProducts(this.name, text, this.#onWarning);
  }

  /**
   * Watches the file. Load it first.
   * @param interval milliseconds between two looks at the file
   * @yields the products of each new version, or its error (once); a file that cannot be read is tried at each look
   */
  async *changes(interval = 500): AsyncGenerator<readonly Product[] | CatalogFileError, never> {
    let seen = this.#loaded;
    let yielded = '';
    for (;;) {
      await wait(interval);
      const previous = seen;
      seen = await fingerprintOf(this.#path);
      // A version that only one look has seen may still be being written.
      if (seen !== previous || seen === this.#loaded) continue;
      const result = await this.load().catch((error: unknown) => {
        if (error instanceof CatalogFileError) return error;
        throw error;
      });
      if ((await fingerprintOf(this.#path)) !== seen) {
        // It has changed meanwhile, so what was read may be half old and half new.
        this.#loaded = '';
      } else if (seen !== yielded || !(result instanceof CatalogFileError)) {
        yielded = seen;
        yield result;
      }
    }
  }
}

/**
 * Reads a catalogue file: a JSON array of products in UTF-8, or an object with the array under "products".
 * @param path of the file, or its `file:` URL; `-` for standard input
 * @param onWarning called with a line that names the fields that are left out; by default, it goes to stderr
 * @returns the frozen products, in the order of the file
 * @throws {CatalogFileError} if the file cannot be read, or is not a catalogue
 */
export async function loadProducts(
  path: string | URL,
  onWarning?: OnWarning,
): Promise<readonly Product[]> {
  const name = path instanceof URL ? fileURLToPath(path) : path;
  if (typeof name !== 'string') throw new TypeError(`expected a path, got ${describeValue(name)}`);
  return new CatalogFile(name, onWarning).load();
}

/** A text that changes when the file does. A missing file has a fingerprint too. */
function fingerprintOf(path: string): Promise<string> {
  return stat(path).then(
    ({ dev, ino, size, mtimeMs, ctimeMs }) => [dev, ino, size, mtimeMs, ctimeMs].join(),
    ({ code }: NodeJS.ErrnoException) => String(code),
  );
}
