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
  const visitor = {
    onObjectBegin: place,
    onArrayBegin: place,
    onLiteralValue: (_value: unknown, ...where: Parameters<typeof place>) => place(...where),
  };
  const messages = wrongValues.map(({ message }) => message);
  return describePlaces(text, label, visitor, placed, messages);
}

/**
 * Describes the first place where a text is not JSON, with the parser's reason.
 * @param text that `JSON.parse` rejects
 * @param label what messages call the text
 */
export function describeSyntaxError(text: string, label: string): string {
  const placed: PlacedMessage[] = [];
  const visitor: JSONVisitor = {
    onError(code, offset, _length, line, column) {
      if (placed.length > 0) return;
      // The parser's names of errors look like `CommaExpected`.
      const reason = printParseErrorCode(code)
        .replace(/\B[A-Z]/g, ' $&')
        .toLowerCase();
      placed.push({ offset, line, column, message: `not JSON: ${reason}` });
    },
  };
  const messages = ['not JSON, and nested too deeply to show where'];
  return describePlaces(text, label, visitor, placed, messages);
}

/**
 * Has the parser visit the text, and shows the places that the visitor has found. The parser is
 * recursive: if the text is nested thousands of levels deep, it runs out of stack, and only the
 * messages are shown.
 * @param placed where the visitor puts the places
 * @param messages what to say without them
 */
function describePlaces(
  text: string,
  label: string,
  visitor: JSONVisitor,
  placed: readonly PlacedMessage[],
  messages: readonly string[],
): string {
  try {
    visit(text, visitor, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return messages.map((message) => `${label}: ${message}`).join('\n');
  }
  return placed.map((each) => showPlace(text, label, each)).join('\n');
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
  const textBefore = text.slice(0, offset - column);
  const [lineItself = ''] = text.slice(offset - column, offset + WIDTH).split(/[\r\n]/);
  const lines = line === 0 ? [lineItself] : [lastLine(textBefore), lineItself];
  // A line may be megabytes long. Both lines are cut at the same columns.
  const start = Math.max(0, column - WIDTH_BEFORE);
  const shown = lines.map((each) => printable(each.slice(start, start + WIDTH)));
  const picture = [...shown, `${' '.repeat(column - start)}^`].map((each) => `    ${each}`);
  return [`${label}:${line + 1}:${column + 1}: ${message}`, ...picture].join('\n');
}

/** The last line of a text that ends with LF, CRLF or CR, without that. */
function lastLine(text: string): string {
  const lines = text.slice(0, text.endsWith('\r\n') ? -2 : -1);
  return lines.slice(Math.max(lines.lastIndexOf('\n'), lines.lastIndexOf('\r')) + 1);
}
