import type { JSONPath } from 'jsonc-parser';
import type { Fault } from '../../domain/invalid-product-error.ts';
import { visitJson } from './visit-json.ts';

/**
 * Finds the line of each fault: that of the field's value, or of the product if the field is missing.
 * @param text that `JSON.parse` accepts: an array of products, or an object with one under "products"
 * @returns line numbers from 1, in the order of `faults`
 */
export function findLines(name: string, text: string, faults: readonly Fault[]): number[] {
  const indexes = new Set<unknown>(faults.map(({ index }) => index));
  /** By index and field. If a name occurs twice (even "products"), the last one counts, as for `JSON.parse`. */
  const lines = new Map<string, number>();

  /** Notes the line of a product, or of a field in it. @returns whether to look at what is inside */
  function enter(line: number, path: JSONPath): boolean {
    const [index, field = ''] = path[0] === 'products' ? path.slice(1) : path;
    if (index === undefined) {
      // The array begins: forget an earlier "products".
      lines.clear();
      return true;
    }
    if (!indexes.has(index)) return false;
    lines.set(`${index}.${field}`, line + 1);
    return field === '';
  }
  visitJson(name, text, {
    onArrayBegin: (_offset, _length, line, _column, path) => enter(line, path()),
    onObjectBegin: (_offset, _length, line, _column, path) => enter(line, path()),
    onLiteralValue: (_value, _offset, _length, line, _column, path) => enter(line, path()),
    // Without these, the parser never calls back again after a value that was skipped.
    onArrayEnd() {},
    onObjectEnd() {},
  });
  return faults.map(({ index, field = '' }) => {
    return Number(lines.get(`${index}.${field}`) ?? lines.get(`${index}.`));
  });
}
