import { constants, isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { getSystemErrorMap } from 'node:util';
import { ProductsFileError } from './products-file-error.ts';

/** The length of the longest string: the text of a longer file might not fit into one. */
const MAX_BYTES = constants.MAX_STRING_LENGTH;

/** What messages call the file with this path. */
export function nameOf(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/**
 * Reads a whole file of text in UTF-8, without its byte-order mark.
 * @param path of a regular file; `-` for standard input
 * @throws {ProductsFileError} if it cannot be read, is too long for a string, or is not UTF-8
 */
export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  if (!isUtf8(bytes)) throw notUtf8Error(path, bytes);
  return bytes.toString().replace(/^\ufeff/, '');
}

async function readBytes(path: string): Promise<Buffer> {
  const refuse = (reason: string, options?: ErrorOptions) =>
    new ProductsFileError(`${nameOf(path)}: ${reason}`, options);
  try {
    if (path === '-') return await buffer(process.stdin);
    const stats = await stat(path);
    if (stats.isDirectory()) throw refuse('expected a file, got a folder');
    // Opening a FIFO would wait for a writer, and reading a device might never end.
    if (!stats.isFile()) {
      throw refuse('expected a file, got a pipe or a device; - reads standard input');
    }
    if (stats.size > MAX_BYTES) throw refuse(`expected at most ${MAX_BYTES} bytes`);
    return await readFile(path);
  } catch (error) {
    const { code, errno = 0 } = error as NodeJS.ErrnoException;
    const reason = getSystemErrorMap().get(errno)?.[1];
    // This is not an error of the system; it may be one that was thrown above.
    if (reason === undefined) throw error;
    const hint = code === 'ENOENT' && !isAbsolute(path) ? `; looked for ${resolve(path)}` : '';
    throw refuse(`${reason}${hint}`, { cause: error });
  }
}

/** Names the first line with a byte that is not UTF-8. */
function notUtf8Error(path: string, bytes: Buffer): ProductsFileError {
  const lines = bytes.toString('latin1').split('\n');
  const line = lines.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1'))) + 1;
  // JSON in UTF-8 has no NUL bytes. In UTF-16, each of its brackets, digits and quotation marks has one.
  const isUtf16 = bytes.includes(0);
  const hint = isUtf16 ? ' but UTF-16, as Windows PowerShell writes it: save it as UTF-8' : '';
  return new ProductsFileError(`${nameOf(path)}:${line}: not UTF-8${hint}`);
}
