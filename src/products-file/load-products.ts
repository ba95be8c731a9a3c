import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { getSystemErrorMap } from 'node:util';
import type { Product } from '../domain/product.ts';
import { type OnWarning, parseProducts } from './parse-products.ts';
import { ProductsFileError } from './products-file-error.ts';

/** What messages call the file with this path. */
export function labelOf(path: string): string {
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
  const label = labelOf(path);
  const text = await readText(path, label).catch((error) => {
    const reason = reasonOf(error, path);
    // It is a `ProductsFileError` already, or is not about the file.
    if (reason === undefined) throw error;
    throw new ProductsFileError(`${label}: ${reason}`, { cause: error });
  });
  return parseProducts(text, label, onWarning);
}

/** Reads and decodes a regular file, or standard input. */
async function readText(path: string, label: string): Promise<string> {
  const bytes = path === '-' ? await buffer(process.stdin) : await readRegularFile(path, label);
  checkUtf8(bytes, label);
  return bytes.toString();
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

/** Checks the encoding. The message names the first line with a byte that is not UTF-8. */
function checkUtf8(bytes: Buffer, label: string): void {
  if (isUtf8(bytes)) return;
  const isUtf16 = bytes.toString('latin1', 0, 2) === '\xff\xfe';
  const hint = isUtf16 ? ' but UTF-16, as Windows PowerShell writes it: save it as UTF-8' : '';
  throw new ProductsFileError(`${label}:${lineOfWrongByte(bytes)}: not UTF-8${hint}`);
}

/** @returns the number of the first line with a byte that is not UTF-8 */
function lineOfWrongByte(bytes: Buffer): number {
  // What is not UTF-8 is decoded to U+FFFD, so it is encoded to other bytes than it was.
  const encodedAgain = Buffer.from(bytes.toString());
  let line = 1;
  for (let index = 0; bytes[index] === encodedAgain[index]; index += 1) {
    const isLineFeed = bytes[index] === 0x0a;
    const isReturnAlone = bytes[index] === 0x0d && bytes[index + 1] !== 0x0a;
    if (isLineFeed || isReturnAlone) line += 1;
  }
  return line;
}

/**
 * Why a file cannot be read, in the words of the system, or else of Node, for example if the text
 * is too long for a string; `undefined` for any other error.
 */
function reasonOf(error: NodeJS.ErrnoException, path: string): string | undefined {
  // Node throws a TypeError if its caller is wrong: a path that is not a string, for example.
  if (error.code === undefined || error instanceof TypeError) return undefined;
  const reason = getSystemErrorMap().get(error.errno ?? 0)?.[1] ?? error.message;
  const isHintNeeded = error.code === 'ENOENT' && !isAbsolute(path);
  return isHintNeeded ? `${reason}; looked for ${resolve(path)}` : reason;
}
