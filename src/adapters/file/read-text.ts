import { constants, isUtf8 } from 'node:buffer';
import { readFile, readlink, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { getSystemErrorMap } from 'node:util';
import { pluralize } from '../../domain/wording.ts';
import { CatalogFileError } from './catalog-file-error.ts';

/** The length of the longest string: a longer file might not fit into one. */
const MAX_BYTES = constants.MAX_STRING_LENGTH;

/**
 * Reads a whole file of text in UTF-8, without its byte-order mark.
 * @param path of a regular file; `-` for standard input
 * @throws {CatalogFileError} if it cannot be read, is too large for a string, or is not UTF-8
 */
export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  if (!isUtf8(bytes)) throw new CatalogFileError(`: expected UTF-8${foundIn(bytes)}`);
  return bytes.toString().replace(/^\ufeff/, '');
}

/** What bytes that are not UTF-8 seem to be, and what to do about it. */
function foundIn(bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 4);
  if (start === '%PDF') return ', got a PDF';
  if (/^(?:\xff\xfe|\xfe\xff)/.test(start)) return ', got UTF-16: save it as UTF-8';
  return bytes.includes(0) ? ', got binary data' : ': save it as UTF-8';
}

async function readBytes(path: string): Promise<Buffer> {
  if (/^[a-z]+:\/\//i.test(path)) throw new CatalogFileError(': expected a file, got a URL');
  try {
    const input = path === '-' ? await buffer(process.stdin) : undefined;
    const size = input?.length ?? (await sizeOf(path));
    if (size > MAX_BYTES) {
      throw new CatalogFileError(`: expected at most ${pluralize(MAX_BYTES, 'byte')}`);
    }
    return input ?? (await readFile(path));
  } catch (error) {
    if (error instanceof CatalogFileError) throw error;
    const { code, errno = 0 } = error as NodeJS.ErrnoException;
    const target = code === 'ENOENT' && (await readlink(path).catch(() => ''));
    const reason = target
      ? `a link to ${target}, which does not exist`
      : getSystemErrorMap().get(errno)?.[1];
    throw reason === undefined ? error : new CatalogFileError(`: ${reason}`, { cause: error });
  }
}

async function sizeOf(path: string): Promise<number> {
  const stats = await stat(path);
  if (stats.isFile()) return stats.size;
  // Opening a FIFO would wait for a writer, and reading a device might never end.
  const got = stats.isDirectory() ? 'a folder' : 'a pipe or a device; - reads standard input';
  throw new CatalogFileError(`: expected a file, got ${got}`);
}
