import { constants, isUtf8 } from 'node:buffer';
import { readFile, readlink, stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { getSystemErrorMap } from 'node:util';
import { escapeInvisible, pluralize } from '../../domain/wording.ts';
import { CatalogFileError } from './catalog-file-error.ts';

/** The length of the longest string: a longer file might not fit into one. */
const MAX_BYTES = constants.MAX_STRING_LENGTH;

/** What a file that is no text in UTF-8 may begin with, in hexadecimal, and words for it. */
const SIGNATURES: readonly (readonly [start: RegExp, words: string])[] = [
  [/^25504446/, ', got a PDF'],
  [/^504b0304/, ', got a ZIP or Excel file'],
  [/^1f8b/, ', got gzip: unpack it'],
  [/^(?:fffe|feff|00(?!00)|(?!00)..00)/, ', got UTF-16: save it as UTF-8'],
];

/**
 * Reads a whole file of text in UTF-8, without its byte-order mark.
 * @param path of a regular file; `-` for standard input
 * @throws {CatalogFileError} if it cannot be read, is too large for a string, or is not UTF-8 or has a null character
 */
export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  const isBinary = bytes.includes(0);
  if (isUtf8(bytes) && !isBinary) return bytes.toString().replace(/^\ufeff/, '');
  const start = bytes.toString('hex', 0, 4);
  const [, words] = SIGNATURES.find(([pattern]) => pattern.test(start)) ?? [];
  const otherwise = isBinary ? ', got binary data' : ': save it as UTF-8';
  throw new CatalogFileError(`: expected UTF-8${words ?? otherwise}`);
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
    const reason = getSystemErrorMap().get(errno)?.[1];
    if (reason === undefined) throw error;
    const place = code === 'ENOENT' ? await placeOf(path) : '';
    throw new CatalogFileError(`: ${reason}${place}`, { cause: error });
  }
}

/** Where a file was looked for that is not there, if its path does not say so. */
async function placeOf(path: string): Promise<string> {
  const target = await readlink(path).catch(() => undefined);
  if (target !== undefined) return `; it is a link to ${escapeInvisible(target)}`;
  if (path.startsWith('~')) return '; the shell expands ~ only without quotes';
  return isAbsolute(path) ? '' : `; looked for ${escapeInvisible(resolve(path))}`;
}

async function sizeOf(path: string): Promise<number> {
  const stats = await stat(path);
  if (stats.isFile()) return stats.size;
  // Opening a FIFO would wait for a writer, and reading a device might never end.
  const got = stats.isDirectory() ? 'a folder' : 'a pipe or a device; - reads standard input';
  throw new CatalogFileError(`: expected a file, got ${got}`);
}
