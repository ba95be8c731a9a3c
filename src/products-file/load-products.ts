import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { getSystemErrorMap } from 'node:util';
import type { Product } from '../domain/product.ts';
import { conversionHint } from './json-faults.ts';
import { type OnWarning, parseProducts } from './parse-products.ts';
import { ProductsFileError } from './products-file-error.ts';

/** The name of a file in messages. */
export function labelOf(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/**
 * Reads a products file in UTF-8, as `parseProducts` reads a text.
 * @param path the path of a regular file; `-` for standard input
 * @param onWarning as for `parseProducts`
 * @returns the frozen products, in the order of the file
 * @throws {ProductsFileError} if the file cannot be read, or is not valid
 */
export async function loadProducts(
  path: string,
  onWarning?: OnWarning,
): Promise<readonly Product[]> {
  const label = labelOf(path);
  const text = await readText(path, label).catch((error) => {
    // Errors of the system and of Node have a code. A `ProductsFileError` has none.
    if (error.code === undefined) throw error;
    throw new ProductsFileError(`${label}: ${describeReadError(error, path)}`, { cause: error });
  });
  return parseProducts(text, label, onWarning);
}

async function readText(path: string, label: string): Promise<string> {
  const bytes = path === '-' ? await buffer(process.stdin) : await readRegularFile(path, label);
  if (isUtf8(bytes)) return bytes.toString();
  // Latin-1 is enough to choose the hint, since brackets and white space are the same bytes in most
  // encodings. A file that begins with a bracket gets no hint at the conversion: it is probably
  // JSON in another encoding.
  const text = bytes.toString('latin1', 0, 1000);
  const hint = text.startsWith('\xff\xfe')
    ? ' but UTF-16, as Windows PowerShell writes it: save it as UTF-8'
    : conversionHint(text);
  throw new ProductsFileError(`${label}: not UTF-8${hint}`);
}

async function readRegularFile(path: string, label: string): Promise<Buffer> {
  const stats = await stat(path);
  if (stats.isDirectory()) throw new ProductsFileError(`${label}: expected a file, got a folder`);
  // Reading a device might never end. Opening a FIFO waits for a writer, and until then, not even
  // `process.exit` ends the process.
  if (!stats.isFile()) {
    const got = 'a pipe or a device; - reads standard input';
    throw new ProductsFileError(`${label}: expected a file, got ${got}`);
  }
  return readFile(path);
}

/**
 * Says why a file cannot be read, in the words of the system, or else of Node, for example if the
 * text is too long for a string.
 */
function describeReadError(error: NodeJS.ErrnoException, path: string): string {
  const reason = getSystemErrorMap().get(error.errno ?? 0)?.[1] ?? error.message;
  const isHintNeeded = error.code === 'ENOENT' && !isAbsolute(path);
  return isHintNeeded ? `${reason}; looked for ${resolve(path)}` : reason;
}
