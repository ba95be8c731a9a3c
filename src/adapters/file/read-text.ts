import { constants, isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { getSystemErrorMap } from 'node:util';
import { CatalogFileError } from './catalog-file-error.ts';

/** Why the system refuses to read a file, where its own words are worse. */
const REASONS: Partial<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'expected a file, got a folder',
  EACCES: 'no permission to read it',
};

/** As many bytes as the longest string has characters. */
const MAX_BYTES = constants.MAX_STRING_LENGTH;

/**
 * Reads a file of UTF-8 text. A byte-order mark is not part of the text.
 * @param path of a regular file; `-` for standard input
 * @throws {CatalogFileError} when it cannot be read, or is not UTF-8 throughout
 */
export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  if (!isUtf8(bytes)) {
    // A line feed is never part of another character, so each line can be looked at alone.
    const lines = bytes.toString('latin1').split('\n');
    const line = 1 + lines.findIndex((text) => !isUtf8(Buffer.from(text, 'latin1')));
    throw new CatalogFileError(path, `line ${line}: expected UTF-8`);
  }
  const text = bytes.toString();
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

async function readBytes(path: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of path === '-' ? process.stdin : await openFile(path)) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new CatalogFileError(path, `expected at most ${MAX_BYTES} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    const { code, errno = 0 } = error as NodeJS.ErrnoException;
    const reason = REASONS[String(code)] ?? getSystemErrorMap().get(errno)?.[1];
    throw reason === undefined ? error : new CatalogFileError(path, reason);
  }
  return Buffer.concat(chunks);
}

async function openFile(path: string): Promise<AsyncIterable<Buffer>> {
  const stats = await stat(path);
  if (stats.isFile() || stats.isDirectory()) return createReadStream(path);
  // To open a FIFO waits for a writer, and nothing ends a process meanwhile but SIGKILL.
  throw new CatalogFileError(
    path,
    'expected a file, got a pipe or a device; - reads standard input',
  );
}
