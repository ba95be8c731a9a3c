import { constants, isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { getSystemErrorMap } from 'node:util';
import { CatalogFileError } from './catalog-file-error.ts';

/** Why the system refuses to read a file, where its own words are worse. */
const REASONS: Partial<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'expected a file, got a folder',
  EACCES: 'no permission to read it',
  EPERM: 'no permission to read it',
};

/**
 * Reads a file of UTF-8 text. A byte-order mark is not part of the text.
 * @throws {CatalogFileError} when it cannot be read, or is not UTF-8 throughout
 */
export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  if (!isUtf8(bytes)) {
    // No character of UTF-8 but the line feed itself has its byte, so lines can be looked at alone.
    const lines = bytes.toString('latin1').split('\n');
    const line = 1 + lines.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1')));
    throw new CatalogFileError(path, `line ${line}: expected UTF-8`);
  }
  const text = bytes.toString();
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

async function readBytes(path: string): Promise<Buffer> {
  const limit = constants.MAX_STRING_LENGTH;
  try {
    const { size } = await stat(path);
    if (size <= limit) return await readFile(path);
    throw new CatalogFileError(path, `expected at most ${limit} bytes, got ${size}`);
  } catch (error) {
    const { code = '', errno = 0 } = error as NodeJS.ErrnoException;
    const reason = REASONS[code] ?? getSystemErrorMap().get(errno)?.[1];
    throw reason === undefined ? error : new CatalogFileError(path, reason);
  }
}
