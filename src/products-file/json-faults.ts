import { type JSONPath, type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';
import { printable } from './printable.ts';

/** A value in a JSON text that is not as it should be, or that is missing. */
export interface WrongValue {
  /** The keys that lead to the value, or would if it was there: `[4, 'price']` */
  readonly keys: JSONPath;
  /** What was expected there: `[4].price: expected a number` */
  readonly message: string;
}

/** A message about a place in a text. jsonc-parser counts offsets, lines and columns from 0. */
interface PlacedMessage {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/**
 * Describes wrong values, each in its place. A missing value is placed at the object that lacks it.
 * @param text that `JSON.parse` accepts
 * @param label what messages call the text
 */
export function describeWrongValues(
  text: string,
  label: string,
  wrongValues: readonly WrongValue[],
): string {
  const placed: PlacedMessage[] = [];
  const place = (
    offset: number,
    _length: number,
    line: number,
    column: number,
    keysOf: () => JSONPath,
  ) => {
    const keys = keysOf();
    for (const [index, { keys: wanted, message }] of wrongValues.entries()) {
      // The parser visits the objects and arrays that contain a value before the value itself, so
      // a later match is a closer one. If an object has several fields with one name, the last
      // match is the one that counts, too: `JSON.parse` takes the last of them.
      const isOrContains = keys.every((key, depth) => key === wanted[depth]);
      if (isOrContains) placed[index] = { offset, line, column, message };
    }
  };
  const isComplete = visitToEnd(text, {
    onObjectBegin: place,
    onArrayBegin: place,
    onLiteralValue: (_value, ...where) => place(...where),
  });
  // The place of a value may come after what has been visited. The messages alone say what is wrong.
  if (!isComplete) return wrongValues.map(({ message }) => `${label}: ${message}`).join('\n');
  return placed.map((each) => showPlace(text, label, each)).join('\n');
}

/**
 * Describes the first place where a text is not JSON, with the parser's reason.
 * @param text that `JSON.parse` rejects
 * @param label what messages call the text
 */
export function describeSyntaxError(text: string, label: string): string {
  const errors: PlacedMessage[] = [];
  visitToEnd(text, {
    onError(code, offset, _length, line, column) {
      // There may be millions.
      if (errors.length > 0) return;
      // The parser's names of errors look like `CommaExpected`.
      const reason = printParseErrorCode(code)
        .replace(/\B[A-Z]/g, ' $&')
        .toLowerCase();
      errors.push({ offset, line, column, message: `not JSON: ${reason}` });
    },
  });
  const [first] = errors;
  if (first === undefined) return `${label}: not JSON, and nested too deeply to show where`;
  return showPlace(text, label, first);
}

/**
 * Has the parser visit the parts of a text in their order. The parser is recursive: if the text is
 * nested thousands of levels deep, it runs out of stack.
 * @returns whether it has come to the end of the text
 */
function visitToEnd(text: string, visitor: JSONVisitor): boolean {
  try {
    visit(text, visitor, { disallowComments: true });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** How many characters of a line are shown. */
const WIDTH = 80;
/** How many of them may come before the place. */
const WIDTH_BEFORE = 60;

/**
 * Shows a place as compilers do: where it is and the message, then the line before, the line itself,
 * and a caret under the place. A missing comma or quote is often on the first of the two. The caret
 * counts UTF-16 units, so wide or combining characters before the place may shift it.
 */
function showPlace(
  text: string,
  label: string,
  { offset, line, column, message }: PlacedMessage,
): string {
  // The text may have millions of lines, so only the two that are shown are taken out of it.
  const textBefore = text.slice(0, offset - column);
  const [lineItself = ''] = text.slice(offset - column, offset + WIDTH).split(/[\r\n]/);
  const lines = line === 0 ? [lineItself] : [lastLine(textBefore), lineItself];
  // A line may be megabytes long. Both lines are cut at the same columns.
  const start = Math.max(0, column - WIDTH_BEFORE);
  const shown = lines.map((each) => printable(each.slice(start, start + WIDTH)));
  const picture = [...shown, `${' '.repeat(column - start)}^`].map((each) => `    ${each}`);
  return [`${label}:${line + 1}:${column + 1}: ${message}`, ...picture].join('\n');
}

/** The last line, without its line ending, of a text that ends with LF, CRLF or CR. */
function lastLine(text: string): string {
  const unended = text.slice(0, text.endsWith('\r\n') ? -2 : -1);
  return unended.slice(Math.max(unended.lastIndexOf('\n'), unended.lastIndexOf('\r')) + 1);
}
