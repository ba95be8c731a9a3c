import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Product } from '../../domain/product.ts';
import { CatalogFileError } from './catalog-file-error.ts';
import { decodeText } from './decode-text.ts';
import { parseProducts } from './parse-products.ts';
import { readBytes } from './read-bytes.ts';

/**
 * A catalogue file, which can be loaded once, and again after each change.
 *
 * It looks at the file by name, so it notices a file that is rewritten in place, replaced by a rename,
 * deleted and restored, or reached through a link that now points elsewhere, on any file system.
 */
// `fs.watchFile` looks in the same way, but misses a change before its first look, and reports the next
// change while the last one is still being loaded.
export class CatalogFile {
  readonly #path: string;
  readonly #onWarning: (line: string) => void;
  readonly #interval: number;
  /** The version that was read last; `undefined` if it could not be read. */
  #version: string | undefined;
  /** A hash of its bytes, or the reason why it could not be read. */
  #content = '';

  /**
   * @param path of the file; `-` for standard input, which can be loaded once
   * @param onWarning called with a line that names fields that are left out
   * @param interval milliseconds between two looks at the file
   */
  constructor(path: string, onWarning: (line: string) => void = console.warn, interval = 500) {
    this.#path = path;
    this.#onWarning = onWarning;
    this.#interval = interval;
  }

  /** @throws {CatalogFileError} if the file cannot be read, or is not a catalogue */
  async load(): Promise<readonly Product[]> {
    for (;;) {
      const products = await this.#read(await versionOf(this.#path));
      if (products !== undefined) return products;
      await setTimeout(this.#interval);
    }
  }

  /**
   * Watches the file, which has been loaded before.
   * @returns yields the products of each new version; if it is invalid, the error instead, once
   */
  async *changes(): AsyncGenerator<readonly Product[] | CatalogFileError, never> {
    let seen = this.#version;
    for (;;) {
      await setTimeout(this.#interval);
      const latest = await versionOf(this.#path);
      // A version that only one look has seen may still be being written.
      if (latest === seen && latest !== this.#version) {
        try {
          const products = await this.#read(latest);
          if (products !== undefined) yield products;
        } catch (error) {
          if (!(error instanceof CatalogFileError)) throw error;
          yield error;
        }
      }
      seen = latest;
    }
  }

  /** @returns `undefined` if the file is no longer `version`, or has the same content as before */
  async #read(version: string): Promise<readonly Product[] | undefined> {
    const bytes: unknown = await readBytes(this.#path).catch((error) => error);
    if ((await versionOf(this.#path)) !== version) return undefined;
    const isRead = bytes instanceof Buffer;
    // What makes a file unreadable may pass without a change to it, so it is not left at this version.
    this.#version = isRead ? version : undefined;
    const content = isRead ? createHash('sha256').update(bytes).digest('hex') : String(bytes);
    if (content === this.#content) return undefined;
    this.#content = content;
    if (!isRead) throw bytes;
    return parseProducts(this.#path, decodeText(this.#path, bytes), this.#onWarning);
  }
}

/**
 * Reads a catalogue file: a JSON array of products in UTF-8, or an object with the array under "products".
 * @param path of the file; `-` for standard input
 * @param onWarning called with a line that names fields that are left out; by default, it is printed
 * @throws {CatalogFileError} if the file cannot be read, or is not a catalogue
 */
export function loadProducts(
  path: string,
  onWarning?: (line: string) => void,
): Promise<readonly Product[]> {
  return new CatalogFile(path, onWarning).load();
}

/** A text that changes when the file does. */
async function versionOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, mtimeMs, ctimeMs } = await stat(path);
    return [dev, ino, size, mtimeMs, ctimeMs].join();
  } catch (error) {
    // No file is a version too: reading it says why.
    return String((error as NodeJS.ErrnoException).code);
  }
}
