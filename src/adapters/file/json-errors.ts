import { type JSONPath, type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';
import type { Fault } from '../../domain/invalid-product-error.ts';
import { ProductsFileError } from './products-file-error.ts';

/**
 * Finds the line of each fault: that of the field's value, or of the product if the field is
 * missing. If an object has the same field twice, the last one counts, as for `JSON.parse`.
 * @param text that `JSON.parse` accepts: an array of products, or an object with one under
 * "products"
 * @returns line numbers from 1, in the order of `faults`; `undefined` for faults after a value that
 * is nested too deeply
 */
export function findLines(text: string, faults: readonly Fault[]): (number | undefined)[] {
  // Names of the faulty products and their fields, such as `4` and `4.price`.
  const wanted = new Set(faults.flatMap(({ index, field }) => [`${index}`, `${index}.${field}`]));
  const lines = new Map<string, number>();
  const recordLine = (line: number, path: JSONPath) => {
    const name = (path[0] === 'products' ? path.slice(1) : path).join('.');
    if (wanted.has(name)) lines.set(name, line + 1);
  };
  visitText(text, {
    onObjectBegin: (_offset, _length, line, _column, path) => recordLine(line, path()),
    onArrayBegin: (_offset, _length, line, _column, path) => recordLine(line, path()),
    onLiteralValue: (_value, _offset, _length, line, _column, path) => recordLine(line, path()),
  });
  return faults.map(({ index, field }) => lines.get(`${index}.${field}`) ?? lines.get(`${index}`));
}

/**
 * Finds the first place where a text is not JSON. The message has the parser's reason, and shows
 * the line with a caret under the place, as compilers do.
 * @param text that `JSON.parse` rejects
 * @param name what messages call the text
 * @throws {ProductsFileError} always
 */
export function throwSyntaxError(text: string, name: string): never {
  // If the text ends too early, the last line with something in it is shown. JSON allows no other
  // white space than this.
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text.charAt(end - 1))) end -= 1;
  const json = text.slice(0, end);
  visitText(json, {
    // Throwing ends the visit: only the first error counts.
    onError(code, offset, _length, line, column) {
      // The parser names its errors like `CommaExpected`.
      const reason = printParseErrorCode(code)
        .replace(/\B[A-Z]/g, ' $&')
        .toLowerCase();
      const place = `${name}:${line + 1}:${column + 1}`;
      const picture = pictureOf(json, offset, column);
      throw new ProductsFileError(`${place}: not JSON: ${reason}\n${picture}`);
    },
  });
  throw new ProductsFileError(`${name}: not JSON; it is nested too deeply to find the place`);
}

/** Visits every value of a text, and stops silently at one that is nested too deeply. */
function visitText(text: string, visitor: JSONVisitor): void {
  try {
    visit(text, visitor, { disallowComments: true });
  } catch (error) {
    // `visit` is recursive, and overflows the stack.
    if (!(error instanceof RangeError)) throw error;
  }
}

/** How many characters of a line are shown. */
const MAX_LENGTH = 80;

/**
 * Shows a line, or the part of it around a place, with a caret under the place. The caret counts
 * UTF-16 units, so wide or combining characters before the place may shift it.
 * @param column of the place in its line, from 0
 */
function pictureOf(text: string, offset: number, column: number): string {
  const [line = ''] = text.slice(offset - column).split(/[\r\n]/, 1);
  const start = line.length > MAX_LENGTH ? Math.max(0, column - MAX_LENGTH / 2) : 0;
  // A tab would move the caret's line, and other invisible characters would take no column.
  const shown = line
    .slice(start, start + MAX_LENGTH)
    .replaceAll('\t', ' ')
    .replace(/(?! )[\p{C}\p{Z}]/gu, '\ufffd');
  return `    ${shown}\n    ${' '.repeat(column - start)}^`;
}
