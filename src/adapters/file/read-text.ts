import { constants, isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { getSystemErrorMap } from 'node:util';
import { CatalogFileError } from './catalog-file-error.ts';

/** Clearer words than the system's own for some of its errors. */
const REASONS: Partial<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'expected a file, got a folder',
  EACCES: 'no permission to read it',
};

/** The length of the longest string: a longer file might not fit into one. */
const MAX_BYTES = constants.MAX_STRING_LENGTH;

/** Bytes per read. The default of 64 KiB makes many small reads of a large file. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Reads a UTF-8 text file, without its byte-order mark.
 * @param path of a regular file; `-` for standard input
 * @throws {CatalogFileError} if the file cannot be read or is not valid UTF-8
 */
export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  if (!isUtf8(bytes)) {
    // The byte of a line feed is never part of another character, so each line can be checked alone.
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
    if (reason === undefined) throw error;
    throw Object.assign(new CatalogFileError(path, reason), { cause: error });
  }
  return Buffer.concat(chunks);
}

async function openFile(path: string): Promise<AsyncIterable<Buffer>> {
  const stats = await stat(path);
  if (stats.isFile() || stats.isDirectory()) {
    return createReadStream(path, { highWaterMark: CHUNK_BYTES });
  }
  // Opening a FIFO blocks until there is a writer; until then, only SIGKILL ends the process.
  throw new CatalogFileError(
    path,
    'expected a file, got a pipe or a device; - reads standard input',
  );
}
