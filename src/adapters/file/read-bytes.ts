import { constants as limits } from 'node:buffer';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { getSystemErrorMap } from 'node:util';
import { CatalogFileError } from './catalog-file-error.ts';

const NOT_A_FILE = 'expected a file, got a pipe or a device; - reads standard input';

/** Clearer words than the system's own for some of its errors. */
const REASONS: Partial<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'expected a file, got a folder',
  EACCES: 'no permission to read it',
  ENXIO: NOT_A_FILE, // a socket
};

/** The length of the longest string: a longer file might not fit into one. */
const MAX_BYTES = limits.MAX_STRING_LENGTH;

/**
 * Reads a whole file.
 * @param path of a regular file; `-` for standard input
 * @throws {CatalogFileError} if it cannot be read, or is too large for a string
 */
export async function readBytes(path: string): Promise<Buffer> {
  try {
    return path === '-' ? await readStandardInput() : await readFile(path);
  } catch (error) {
    const { code, errno = 0 } = error as NodeJS.ErrnoException;
    const isUrl = code === 'ENOENT' && /^https?:\/\//i.test(path);
    const reason = isUrl
      ? `expected a file, got a URL; to read it: curl ${path} | product-catalogue -`
      : (REASONS[String(code)] ?? getSystemErrorMap().get(errno)?.[1]);
    if (reason === undefined) throw error;
    throw new CatalogFileError(`${path}: ${reason}`);
  }
}

async function readFile(path: string): Promise<Buffer> {
  // Without O_NONBLOCK, opening a FIFO waits for a writer, and only SIGKILL ends the process.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    // Reading a folder fails by itself.
    if (!stats.isFile() && !stats.isDirectory())
      throw new CatalogFileError(`${path}: ${NOT_A_FILE}`);
    checkSize(path, stats.size);
    // Not a stream: one that loads a large heap slows down `process.nextTick` for as long as the
    // process runs, because V8 then drops what it has learnt about the object that `nextTick` makes.
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += chunk.length;
    checkSize('-', size);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function checkSize(path: string, bytes: number): void {
  if (bytes > MAX_BYTES) {
    throw new CatalogFileError(`${path}: expected at most ${MAX_BYTES} bytes`);
  }
}
