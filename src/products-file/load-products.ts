import { constants, isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { getSystemErrorMap } from 'node:util';
import type { Product } from '../domain/product.ts';
import { type OnWarning, parseProducts } from './parse-products.ts';
import { ProductsFileError } from './products-file-error.ts';

/** What messages call the file with this path. */
export function displayName(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/**
 * Reads a products file in UTF-8, as `parseProducts` reads a text.
 * @param path of a regular file; `-` for standard input
 * @param onWarning as for `parseProducts`
 * @returns the frozen products, in the order of the file
 * @throws {ProductsFileError} if the file cannot be read, or is not valid
 */
export async function loadProducts(
  path: string,
  onWarning?: OnWarning,
): Promise<readonly Product[]> {
  const name = displayName(path);
  const bytes = await readBytes(path, name).catch((error) => {
    const reason = systemReasonOf(error, path);
    // Not a system error
    if (reason === undefined) throw error;
    throw new ProductsFileError(`${name}: ${reason}`, { cause: error });
  });
  checkUtf8(bytes, name);
  return parseProducts(bytes.toString(), name, onWarning);
}

/** Reads a regular file, or standard input. */
async function readBytes(path: string, name: string): Promise<Buffer> {
  if (path === '-') {
    const bytes = await buffer(process.stdin);
    checkLength(bytes.length, name);
    return bytes;
  }
  const stats = await stat(path);
  if (stats.isDirectory()) throw new ProductsFileError(`${name}: expected a file, got a folder`);
  // Opening a FIFO would wait for a writer, and reading a device might never end.
  if (!stats.isFile()) {
    const got = 'a pipe or a device; - reads standard input';
    throw new ProductsFileError(`${name}: expected a file, got ${got}`);
  }
  checkLength(stats.size, name);
  return readFile(path);
}

/** Checks that the text fits into a string of V8. */
function checkLength(length: number, name: string): void {
  const max = constants.MAX_STRING_LENGTH;
  if (length > max) throw new ProductsFileError(`${name}: expected at most ${max} bytes`);
}

/** Checks the encoding. The message names the first line with a byte that is not UTF-8. */
function checkUtf8(bytes: Buffer, name: string): void {
  if (isUtf8(bytes)) return;
  const lines = bytes.toString('latin1').split('\n');
  const line = lines.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1'))) + 1;
  const isUtf16 = bytes.toString('latin1', 0, 2) === '\xff\xfe';
  const hint = isUtf16 ? ' but UTF-16, as Windows PowerShell writes it: save it as UTF-8' : '';
  throw new ProductsFileError(`${name}:${line}: not UTF-8${hint}`);
}

/** Why the system cannot read a file; `undefined` for any other error. */
function systemReasonOf(error: NodeJS.ErrnoException, path: string): string | undefined {
  // Of Node's permission model
  if (error.code === 'ERR_ACCESS_DENIED') return error.message;
  const reason = getSystemErrorMap().get(error.errno ?? 0)?.[1];
  const isHintNeeded = error.code === 'ENOENT' && !isAbsolute(path);
  return isHintNeeded ? `${reason}; looked for ${resolve(path)}` : reason;
}
