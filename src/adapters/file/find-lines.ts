import { type JSONPath, visit } from 'jsonc-parser';
import type { Fault } from '../../domain/invalid-product-error.ts';

const ALL_FOUND = new Error('all lines are found');

/**
 * Finds the line of each fault: that of the field's value, or of the product if the field is missing.
 * @param text that `JSON.parse` accepts: an array of products, or an object with one under "products"
 * @returns line numbers from 1, in the order of `faults`; `undefined` behind very deep nesting
 */
export function findLines(text: string, faults: readonly Fault[]): readonly (number | undefined)[] {
  const lines = new Map<string, number>();
  const indexes = new Set(faults.map(({ index }) => index));
  const lastIndex = Math.max(...indexes);

  /** @returns whether to look at what is inside this value */
  function enter(line: number, path: JSONPath): boolean {
    const isInObject = typeof path[0] === 'string';
    if (isInObject && path[0] !== 'products') return false;
    const [index, field = ''] = isInObject ? path.slice(1) : path;
    if (index === undefined) {
      // JSON.parse takes the last of several fields with one name.
      lines.clear();
      return true;
    }
    if (!isInObject && Number(index) > lastIndex) throw ALL_FOUND;
    if (!indexes.has(Number(index))) return false;
    lines.set(`${index}.${field}`, line + 1);
    return field === '';
  }
  try {
    visit(text, {
      onArrayBegin: (_offset, _length, line, _character, path) => enter(line, path()),
      onObjectBegin: (_offset, _length, line, _character, path) => enter(line, path()),
      onLiteralValue: (_value, _offset, _length, line, _character, path) => enter(line, path()),
      // Without these, the parser never calls back again after a value that is not entered.
      onArrayEnd() {},
      onObjectEnd() {},
    });
  } catch (error) {
    // The parser is recursive, so very deep nesting overflows the stack.
    if (error !== ALL_FOUND && !(error instanceof RangeError)) throw error;
  }
  return faults.map(({ index, field }) => lines.get(`${index}.${field}`) ?? lines.get(`${index}.`));
}
