import { constants, isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { getSystemErrorMap } from 'node:util';
import { ProductsFileError } from './products-file-error.ts';

/** The length of the longest string in V8, into which the text has to fit. */
const MAX_BYTES = constants.MAX_STRING_LENGTH;

/** What messages call the file with this path. */
export function displayName(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/**
 * Reads a whole file of text in UTF-8, without its byte-order mark.
 * @param path of a regular file; `-` for standard input
 * @throws {ProductsFileError} if it cannot be read, is too long for a string, or is not UTF-8
 */
export async function readText(path: string): Promise<string> {
  if (path !== '-') await checkFile(path);
  const bytes = await fromSystem(path, path === '-' ? buffer(process.stdin) : readFile(path));
  checkLength(path, bytes.length);
  checkUtf8(path, bytes);
  return bytes.toString().replace(/^\ufeff/, '');
}

/** Checks that a file can be read to its end, and at once. */
async function checkFile(path: string): Promise<void> {
  const stats = await fromSystem(path, stat(path));
  if (stats.isDirectory()) throw new ProductsFileError(`${path}: expected a file, got a folder`);
  // Opening a FIFO would wait for a writer, and reading a device might never end.
  if (!stats.isFile()) {
    const got = 'a pipe or a device; - reads standard input';
    throw new ProductsFileError(`${path}: expected a file, got ${got}`);
  }
  checkLength(path, stats.size);
}

function checkLength(path: string, length: number): void {
  if (length <= MAX_BYTES) return;
  throw new ProductsFileError(`${displayName(path)}: expected at most ${MAX_BYTES} bytes`);
}

/** Checks the encoding. The message names the first line with a byte that is not UTF-8. */
function checkUtf8(path: string, bytes: Buffer): void {
  if (isUtf8(bytes)) return;
  const lines = bytes.toString('latin1').split('\n');
  const line = lines.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1'))) + 1;
  const isUtf16 = bytes.toString('latin1', 0, 2) === '\xff\xfe';
  const hint = isUtf16 ? ' but UTF-16, as Windows PowerShell writes it: save it as UTF-8' : '';
  throw new ProductsFileError(`${displayName(path)}:${line}: not UTF-8${hint}`);
}

/** Waits for an operation on the file, and throws an error of the system with the file's name. */
async function fromSystem<T>(path: string, result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    const { code, errno = 0 } = error as NodeJS.ErrnoException;
    const reason = getSystemErrorMap().get(errno)?.[1];
    // This is not an error of the system.
    if (reason === undefined) throw error;
    const hint = code === 'ENOENT' && !isAbsolute(path) ? `; looked for ${resolve(path)}` : '';
    throw new ProductsFileError(`${displayName(path)}: ${reason}${hint}`, { cause: error });
  }
}
