import { constants, isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { getSystemErrorMap } from 'node:util';
import { UnnamedFileError } from './products-file-error.ts';

/** The length of the longest string: the text of a longer file might not fit into one. */
const MAX_BYTES = constants.MAX_STRING_LENGTH;

/**
 * Reads a whole file of text in UTF-8, without its byte-order mark.
 * @param path of a regular file; `-` for standard input
 * @throws {UnnamedFileError} if it cannot be read, is too long for a string, or is not UTF-8
 */
export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  if (!isUtf8(bytes)) {
    throw new UnnamedFileError(
      'not UTF-8: save it as UTF-8 (Windows PowerShell writes UTF-16 unless told otherwise)',
    );
  }
  return bytes.toString().replace(/^\ufeff/, '');
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    if (path === '-') return await buffer(process.stdin);
    const stats = await stat(path);
    if (stats.isDirectory()) throw new UnnamedFileError('expected a file, got a folder');
    // Opening a FIFO would wait for a writer, and reading a device might never end.
    if (!stats.isFile()) {
      throw new UnnamedFileError('expected a file, got a pipe or a device; - reads standard input');
    }
    if (stats.size > MAX_BYTES) throw new UnnamedFileError(`expected at most ${MAX_BYTES} bytes`);
    return await readFile(path);
  } catch (error) {
    const { code, errno = 0 } = error as NodeJS.ErrnoException;
    const reason = getSystemErrorMap().get(errno)?.[1];
    // This is not an error of the system; it may be one that was thrown above.
    if (reason === undefined) throw error;
    const hint = code === 'ENOENT' && !isAbsolute(path) ? `; looked for ${resolve(path)}` : '';
    throw new UnnamedFileError(`${reason}${hint}`, { cause: error });
  }
}
