import { fileURLToPath } from 'node:url';
import type { Product } from '../../domain/product.ts';
import { describeValue, describeValues, escapeInvisible } from '../../domain/wording.ts';
import { CatalogFileError } from './catalog-file-error.ts';
import { parseProducts } from './parse-products.ts';
import { readText } from './read-text.ts';

/** Called with a line to print. */
export type OnWarning = (line: string) => void;

/** The products of a file, frozen and in its order, or why it has none. */
export type FileState = readonly Product[] | CatalogFileError;

/**
 * Reads a catalogue file: a JSON array of products in UTF-8, or an object with the array under "products".
 * @param path of the file, or its `file:` URL; `-` for standard input
 * @param onWarning called with a line if fields are left out, or there are no products; by default, it goes to stderr
 * @returns the frozen products, in the order of the file
 * @throws {CatalogFileError} if the file cannot be read, or is not a catalogue
 * @throws {TypeError} if `path` or `onWarning` is something else
 */
export async function loadProducts(
  path: string | URL,
  onWarning?: OnWarning,
): Promise<readonly Product[]> {
  const file = new CatalogFile(path, onWarning);
  const state = file.parse(await file.read());
  if (state instanceof CatalogFileError) throw state;
  return state;
}

/** A catalogue file that is read and parsed in two steps, so that a reader can find out whether it got all of it. */
export class CatalogFile {
  /** What messages call it: its path, or `standard input`. */
  readonly name: string;
  /** `-` for standard input. */
  readonly path: string;
  readonly #onWarning: OnWarning;

  /** The parameters are those of `loadProducts`. */
  constructor(path: string | URL, onWarning: OnWarning = console.warn) {
    this.path = path instanceof URL ? fileURLToPath(path) : path;
    if (typeof this.path !== 'string' || this.path === '') {
      const got = this.path === '' ? 'an empty string' : describeValue(this.path);
      throw new TypeError(`expected a path, got ${got}`);
    }
    if (typeof onWarning !== 'function') {
      throw new TypeError(`onWarning: expected a function, got ${describeValue(onWarning)}`);
    }
    this.name = this.path === '-' ? 'standard input' : escapeInvisible(this.path);
    this.#onWarning = onWarning;
  }

  /** @returns the text, or why it cannot be read */
  read(): Promise<string | CatalogFileError> {
    return readText(this.path).catch((error: unknown) => {
      if (error instanceof CatalogFileError) return error;
      throw error;
    });
  }

  /** Parses what was read, and puts the file's name before each line of an error. */
  parse(content: string | CatalogFileError): FileState {
    try {
      if (content instanceof CatalogFileError) throw content;
      return parseProducts(content, (what, found) => this.warn(what, found));
    } catch (error) {
      if (!(error instanceof CatalogFileError)) throw error;
      const message = error.message.replace(/^/gm, () => this.name);
      // As the options: its cause, if it has one, is the cause of the new one.
      return new CatalogFileError(message, error);
    }
  }

  /**
   * Warns of something in the file, with a line that lists what was found, ten at most:
   * `products.json: warning: fields left out: "image", "stock"`.
   */
  warn(what: string, found: readonly (string | number)[] = []): void {
    const list = found.length > 0 ? `: ${describeValues(found)}` : '';
    this.#onWarning(`${this.name}: warning: ${what}${list}`);
  }
}
