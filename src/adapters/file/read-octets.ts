import { constants, isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { getSystemErrorMap } from 'node:util';
import { CatalogFileError } from './catalog-file-error.ts';

const BYTE_ORDER_MARK = Buffer.from('\ufeff');
/** The octets of U+FFFD itself, which a file may well hold. */
const REPLACEMENT = '\xef\xbf\xbd';

/**
 * Reads a file that is to hold text: its octets, without a byte-order mark.
 * @throws {CatalogFileError} when it cannot be read, or is not UTF-8 throughout
 */
export async function readOctets(path: string): Promise<Buffer> {
  const octets = await read(path);
  if (!isUtf8(octets)) throw new CatalogFileError(path, notUtf8(octets));
  const length = BYTE_ORDER_MARK.length;
  return BYTE_ORDER_MARK.equals(octets.subarray(0, length)) ? octets.subarray(length) : octets;
}

async function read(path: string): Promise<Buffer> {
  const limit = constants.MAX_STRING_LENGTH;
  try {
    const { size } = await stat(path);
    if (size <= limit) return await readFile(path);
    throw new CatalogFileError(path, `expected at most ${limit} octets, got ${size}`);
  } catch (error) {
    const reason = reasonOf(error as NodeJS.ErrnoException);
    throw reason === undefined ? error : new CatalogFileError(path, reason);
  }
}

function reasonOf({ code, errno }: NodeJS.ErrnoException): string | undefined {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'no such file';
    case 'EISDIR':
      return 'expected a file, got a folder';
    case 'EACCES':
    case 'EPERM':
      return 'no permission to read it';
    default:
      // In the system's own words, where it is the system that refuses.
      return getSystemErrorMap().get(errno ?? 0)?.[1];
  }
}

function notUtf8(octets: Buffer): string {
  let offset = 0;
  let line = 1;
  // Which has U+FFFD for whatever is no UTF-8.
  for (const character of octets.toString()) {
    const length = Buffer.byteLength(character);
    if (
      character === '\ufffd' &&
      octets.toString('latin1', offset, offset + length) !== REPLACEMENT
    )
      break;
    if (character === '\n') line += 1;
    offset += length;
  }
  return `line ${line}: expected UTF-8, got the octet 0x${octets.toString('hex', offset, offset + 1)}`;
}
