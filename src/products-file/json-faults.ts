import { type JSONPath, type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';
import { toPrintable } from './printable.ts';
import { ProductsFileError } from './products-file-error.ts';

/** A message about a value in a JSON text. */
export interface JsonFault {
  /** Leads from the whole text to the value: `['products', 4, 'price']` */
  readonly path: JSONPath;
  readonly message: string;
}

/**
 * Shows each fault at the value to which its path leads or, if the text has no such value, at the
 * innermost value on that path.
 * @param text one that `JSON.parse` accepts
 * @param label the name of the text in messages
 * @throws {ProductsFileError} if the text is nested too deeply
 */
export function formatFaults(text: string, label: string, faults: readonly JsonFault[]): string {
  const placed = faults.map((fault) => ({ ...fault, offset: 0 }));
  // A visited value is on the way to a fault if the fault's path begins with the value's path. An
  // object is visited before what it contains, so the last value on the way is the closest. If a
  // field occurs twice, the last one wins, as in `JSON.parse`.
  const visitValue: JSONVisitor['onArrayBegin'] = (offset, _length, _line, _column, pathOf) => {
    const path = pathOf();
    for (const fault of placed) {
      if (path.every((key, depth) => key === fault.path[depth])) fault.offset = offset;
    }
  };
  visitText(text, label, {
    onObjectBegin: visitValue,
    onArrayBegin: visitValue,
    onLiteralValue: (_value, ...where) => visitValue(...where),
  });
  return placed.map(({ offset, message }) => formatPlace(text, label, offset, message)).join('\n');
}

/**
 * Shows the first place where a text is not JSON, with the parser's reason, and maybe a hint.
 * @param text one that `JSON.parse` rejects
 * @param label the name of the text in messages
 * @throws {ProductsFileError} if the text is nested too deeply
 */
export function formatSyntaxError(text: string, label: string): string {
  let shown = '';
  visitText(text, label, {
    onError(code, offset) {
      // Further errors may only follow from the first, and there may be millions.
      if (shown !== '') return;
      const comma = findTrailingComma(text, offset);
      // The parser's names of errors look like `CommaExpected`.
      const name = comma === undefined ? printParseErrorCode(code) : 'TrailingComma';
      const reason = name.replace(/\B[A-Z]/g, ' $&').toLowerCase();
      const message = `not JSON: ${reason}${conversionHint(text)}`;
      shown = formatPlace(text, label, comma ?? offset, message);
    },
  });
  return shown;
}

/**
 * Finds the comma before a closing bracket. Editors show the comma, but the parser names the
 * bracket, which may be lines below.
 * @param errorOffset where the parser found the error
 * @returns the offset of the comma; `undefined` if the error is another
 */
function findTrailingComma(text: string, errorOffset: number): number | undefined {
  const before = text.slice(0, errorOffset).trimEnd();
  const isTrailing = /[\]}]/.test(text.charAt(errorOffset)) && before.endsWith(',');
  return isTrailing ? before.length - 1 : undefined;
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
    const message = 'not valid, and nested too deeply to show where';
    throw new ProductsFileError(`${label}: ${message}`);
  }
}

/** How many characters of a line are shown. */
const WIDTH = 80;
/** How many of them may come before the place. */
const WIDTH_BEFORE = 60;

/**
 * Shows a place as compilers do: its position and the message, the last line above that is not
 * blank, the line of the place, and a caret. The line above is shown because a missing comma or
 * quote is often there. The caret counts UTF-16 units, so wide or combining characters may shift
 * it.
 */
function formatPlace(text: string, label: string, offset: number, message: string): string {
  // The text may have millions of lines, so they are counted, and only two are taken out of it.
  let lineNumber = 1;
  let lineStart = 0;
  for (;;) {
    const nextStart = text.indexOf('\n', lineStart) + 1;
    if (nextStart === 0 || nextStart > offset) break;
    lineNumber += 1;
    lineStart = nextStart;
  }
  const column = offset - lineStart;
  const lines = text.slice(lineStart, offset + WIDTH).split(/[\r\n]/, 1);
  const before = text.slice(0, lineStart).trimEnd();
  if (before !== '') lines.unshift(before.slice(before.lastIndexOf('\n') + 1));
  // A line may be megabytes long, so both lines are cut, at the same columns.
  const start = Math.max(0, column - WIDTH_BEFORE);
  const shown = lines.map((each) => toPrintable(each.slice(start, start + WIDTH)));
  const picture = [...shown, `${' '.repeat(column - start)}^`].map((each) => `    ${each}`);
  return [`${label}:${lineNumber}:${column + 1}: ${message}`, ...picture].join('\n');
}
