import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Product } from '../../domain/product.ts';
import { describeValue } from '../../domain/wording.ts';
import { CatalogFileError } from './catalog-file-error.ts';
import { parseProducts } from './parse-products.ts';
import { readText } from './read-text.ts';

/** Called with a line to print. */
export type OnWarning = (line: string) => void;

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
  /** The version that was loaded at first, if it was read as a whole. */
  #loaded: string | undefined;

  /** @param path as for `loadProducts`, like `onWarning`; standard input can be loaded only once */
  constructor(path: string, onWarning: OnWarning = console.warn) {
    this.name = path === '-' ? 'standard input' : path;
    this.#path = path;
    this.#onWarning = onWarning;
  }

  /** @throws {CatalogFileError} if the file cannot be read, or is not a catalogue */
  async load(): Promise<readonly Product[]> {
    const version = await versionOf(this.#path);
    const { content, isWhole } = await this.#read(version);
    this.#loaded = isWhole ? version : undefined;
    const result = this.#parse(content);
    if (result instanceof CatalogFileError) throw result;
    return result;
  }

  /**
   * Watches the file. Load it first.
   * @param interval milliseconds between two looks at the file
   * @yields the products of each new version, or its error (once); a file that cannot be read is tried at each look
   */
  async *changes(interval = 500): AsyncGenerator<readonly Product[] | CatalogFileError, never> {
    let seen = this.#loaded;
    /** The version that was told of last, and whether it could be read. */
    let reported = this.#loaded;
    let isRead = true;
    for (;;) {
      await wait(interval);
      const previous = seen;
      seen = await versionOf(this.#path);
      // A version that only one look has seen may still be being written.
      const isSettled = seen === previous;
      if (!isSettled || (seen === reported && isRead)) continue;
      const { content, isWhole } = await this.#read(seen);
      const isToldAlready = seen === reported && content instanceof CatalogFileError;
      if (!isWhole || isToldAlready) continue;
      reported = seen;
      isRead = !(content instanceof CatalogFileError);
      yield this.#parse(content);
    }
  }

  /**
   * Reads the file, or says why it cannot be read.
   * @returns also whether it still was this version then: otherwise, what was read may be half old and half new
   */
  async #read(version: string) {
    const content = await readText(this.#path).catch((error: unknown) => {
      if (error instanceof CatalogFileError) return error;
      throw error;
    });
    return { content, isWhole: (await versionOf(this.#path)) === version };
  }

  /** @returns the products, or an error that names the file in each line */
  #parse(content: string | CatalogFileError): readonly Product[] | CatalogFileError {
    try {
      if (content instanceof CatalogFileError) throw content;
      return parseProducts(content, (names) => this.warn('fields left out', names));
    } catch (error) {
      if (!(error instanceof CatalogFileError)) throw error;
      // As the options: its cause, if it has one, is the cause of the new one.
      const message = error.message.replace(/^/gm, () => this.name);
      return new CatalogFileError(message, error);
    }
  }

  /**
   * Warns of something in the file, with a line that lists what was found, ten at most:
   * `products.json: warning: fields left out: "image", "stock"`.
   */
  warn(what: string, found: readonly (string | number)[]): void {
    const shown = found.slice(0, 10).map(describeValue);
    if (found.length > shown.length) shown.push('…');
    this.#onWarning(`${this.name}: warning: ${what}: ${shown.join(', ')}`);
  }
}

/** A text that changes when the file does. A missing file has a version too. */
function versionOf(path: string): Promise<string> {
  return stat(path).then(
    ({ dev, ino, size, mtimeMs, ctimeMs }) => [dev, ino, size, mtimeMs, ctimeMs].join(),
    ({ code }: NodeJS.ErrnoException) => String(code),
  );
}
