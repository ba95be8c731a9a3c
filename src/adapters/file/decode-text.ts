import { isUtf8 } from 'node:buffer';
import { CatalogFileError } from './catalog-file-error.ts';

/**
 * Decodes UTF-8, without its byte-order mark.
 * @throws {CatalogFileError} if `bytes` are not UTF-8
 */
export function decodeText(path: string, bytes: Buffer): string {
  if (isUtf16(bytes)) {
    throw new CatalogFileError(`${path}: expected UTF-8, got UTF-16; save it as UTF-8`);
  }
  if (!isUtf8(bytes)) throw new CatalogFileError(`${path}: expected UTF-8; save it as UTF-8`);
  const text = bytes.toString();
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Whether they start with UTF-16's byte-order mark, or an ASCII character and its zero byte. */
function isUtf16([first, second]: Buffer): boolean {
  if (first === undefined || second === undefined) return false;
  const [low, high] = first < second ? [first, second] : [second, first];
  return (low === 0xfe && high === 0xff) || (low === 0 && high > 0);
}
