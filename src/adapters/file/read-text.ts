import { constants, isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { getSystemErrorMap } from 'node:util';
import { withCommas } from '../../domain/show.ts';
import { CatalogFileError } from './catalog-file-error.ts';

/** The length of the longest string: a longer file might not fit into one. */
const MAX_BYTES = constants.MAX_STRING_LENGTH;
const TOO_LARGE = `expected at most ${withCommas(MAX_BYTES)} bytes`;

/** What messages call a file: its path, or `standard input`. */
export function nameOf(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/**
 * Reads a whole file of text in UTF-8, without its byte-order mark.
 * @param path of a regular file; `-` for standard input
 * @throws {CatalogFileError} if it cannot be read, is too large for a string, or is not UTF-8
 */
export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  if (!isUtf8(bytes)) throw fileError(path, `expected UTF-8${foundIn(bytes)}`);
  return bytes.toString().replace(/^\ufeff/, '');
}

/** What bytes that are not UTF-8 seem to be, and what to do about it. */
function foundIn(bytes: Buffer): string {
  const hasMark = /^(?:\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2));
  if (hasMark) return ', got UTF-16: save it as UTF-8';
  return bytes.includes(0) ? ', got binary data' : ': save it as UTF-8';
}

async function readBytes(path: string): Promise<Buffer> {
  if (/^[a-z]+:\/\//i.test(path)) throw fileError(path, 'expected a file, got a URL');
  try {
    if (path === '-') return await readStandardInput();
    // Opening a FIFO would wait for a writer, and reading a device might never end.
    const stats = await stat(path);
    if (!stats.isFile()) {
      const got = stats.isDirectory() ? 'a folder' : 'a pipe or a device; - reads standard input';
      throw fileError(path, `expected a file, got ${got}`);
    }
    if (stats.size > MAX_BYTES) throw fileError(path, TOO_LARGE);
    return await readFile(path);
  } catch (error) {
    // Only an error of the system has an `errno`; any other, such as those above, is thrown on.
    const { errno = 0 } = error as NodeJS.ErrnoException;
    const reason = getSystemErrorMap().get(errno)?.[1];
    throw reason === undefined ? error : fileError(path, reason, { cause: error });
  }
}

async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += chunk.length;
    if (size > MAX_BYTES) throw fileError('-', TOO_LARGE);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function fileError(path: string, reason: string, options?: ErrorOptions): CatalogFileError {
  return new CatalogFileError(`${nameOf(path)}: ${reason}`, options);
}
