import { type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import type { ProductFault } from '../domain/product.ts';
import { toPrintable } from './printable.ts';
import { ProductsFileError } from './products-file-error.ts';

/**
 * Shows each fault at the value to which its path leads, or else at what should contain it.
 * @param text one that `JSON.parse` accepts
 * @param label the name of the text in messages
 * @param faults with paths from the whole text: `['products', 4, 'price']`
 */
export function formatFaults(text: string, label: string, faults: readonly ProductFault[]): string {
  const places = faults.map((fault) => ({ ...fault, offset: 0 }));
  // An object is visited before its fields, so the last value on the way to a fault is the closest.
  // Of two fields with one name, that is the second, as in `JSON.parse`.
  const visitValue: JSONVisitor['onArrayBegin'] = (offset, _length, _line, _column, pathOf) => {
    const path = pathOf();
    for (const place of places) {
      if (path.every((key, depth) => key === place.path[depth])) place.offset = offset;
    }
  };
  visitText(text, label, {
    onObjectBegin: visitValue,
    onArrayBegin: visitValue,
    onLiteralValue: (_value, ...where) => visitValue(...where),
  });
  return places.map(({ offset, message }) => formatPlace(text, label, offset, message)).join('\n');
}

/**
 * Shows the first place where a text is not JSON, with the parser's reason.
 * @param text one that `JSON.parse` rejects
 * @param label the name of the text in messages
 */
export function formatSyntaxError(text: string, label: string): string {
  let first: { code: ParseErrorCode; offset: number } | undefined;
  const onError = (code: ParseErrorCode, offset: number) => {
    first ??= { code, offset };
  };
  visitText(text, label, { onError });
  // Only if this parser accepted what `JSON.parse` rejects.
  if (first === undefined) return `${label}: not JSON`;
  const { code, offset } = first;
  // Editors show a comma before a closing bracket, but the parser names the bracket, which may be
  // lines below.
  const before = text.slice(0, offset).trimEnd();
  if (before.endsWith(',') && /[\]}]/.test(text.charAt(offset))) {
    return formatPlace(text, label, before.length - 1, 'not JSON: trailing comma');
  }
  // The parser's names of errors look like `CommaExpected`.
  const reason = printParseErrorCode(code)
    .replace(/\B[A-Z]/g, ' $&')
    .toLowerCase();
  const isQuote = /['‘’“”`]/.test(text.charAt(offset));
  const hint = conversionHint(text) || (isQuote ? '; texts need straight double quotes' : '');
  return formatPlace(text, label, offset, `not JSON: ${reason}${hint}`);
}

/**
 * The end of a message about a text that does not begin with a bracket, since that is probably in
 * another format. It is empty for any other text.
 */
export function conversionHint(text: string): string {
  if (/^\s*[[{]/.test(text)) return '';
  return '; for CSV, YAML or XML, see "Convert another file" in docs/products-file.md of product-catalogue';
}

/** Lets the parser visit a text. The parser is recursive, and may run out of stack. */
function visitText(text: string, label: string, visitor: JSONVisitor): void {
  try {
    visit(text, visitor, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ProductsFileError(`${label}: not valid, and nested too deeply to show where`);
  }
}

/** How many characters of a line are shown. */
const WIDTH = 80;
/** How many of them may come before the place. */
const WIDTH_BEFORE = 60;

/**
 * Shows a place as compilers do: its position and the message, the last line above that is not
 * blank, the line of the place, and a caret. A missing comma or quote is often in the line above.
 */
function formatPlace(text: string, label: string, offset: number, message: string): string {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  const column = offset - lineStart;
  // The text may have millions of lines, so they are counted without making an array of them.
  let lineNumber = 1;
  for (let end = before.indexOf('\n'); end !== -1; end = before.indexOf('\n', end + 1)) {
    lineNumber += 1;
  }
  const lines = text.slice(lineStart, offset + WIDTH).split(/[\r\n]/, 1);
  const linesAbove = before.slice(0, lineStart).trimEnd();
  if (linesAbove !== '') lines.unshift(linesAbove.slice(linesAbove.lastIndexOf('\n') + 1));
  // A line may be megabytes long, so both are cut, at the same columns.
  const cut = Math.max(0, column - WIDTH_BEFORE);
  const shown = lines.map((line) => toPrintable(line.slice(cut, cut + WIDTH)));
  const picture = [...shown, `${' '.repeat(column - cut)}^`].map((line) => `    ${line}`);
  return [`${label}:${lineNumber}:${column + 1}: ${message}`, ...picture].join('\n');
}
