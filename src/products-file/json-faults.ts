import { type JSONPath, type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';
import { printable } from './printable.ts';

/** A value in a JSON text that is not as it should be. */
export interface ValueFault {
  /** The keys that lead to the value, or would if it was there: `[4, 'price']` */
  readonly keys: JSONPath;
  /** What was expected there: `[4].price: expected a number` */
  readonly message: string;
}

/** A fault, and its place in the text. jsonc-parser counts lines and columns from 0. */
interface PlacedFault {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/**
 * Describes wrong values, each in its place. A missing value is placed at the object that lacks it.
 * @param text that `JSON.parse` accepts
 * @param label what messages call the text
 * @returns `undefined` if the text is nested too deeply to find the places
 */
export function describeValueFaults(
  text: string,
  label: string,
  faults: readonly ValueFault[],
): string | undefined {
  const placed: PlacedFault[] = faults.map(({ message }) => ({ line: 0, column: 0, message }));
  const place = (
    _offset: number,
    _length: number,
    line: number,
    column: number,
    keysOf: () => JSONPath,
  ) => {
    const keys = keysOf();
    for (const [index, fault] of faults.entries()) {
      // The last match is the place: of several fields with one name, `JSON.parse` takes the last,
      // and a value is visited after those that contain it.
      const isOrContains = keys.every((key, depth) => key === fault.keys[depth]);
      if (isOrContains) placed[index] = { line, column, message: fault.message };
    }
  };
  const isComplete = visitToEnd(text, {
    onObjectBegin: place,
    onArrayBegin: place,
    onLiteralValue: (_value, ...where) => place(...where),
  });
  return isComplete ? showFaults(text, label, placed) : undefined;
}

/**
 * Describes the first place where a text is not JSON, with the parser's reason.
 * @param text that `JSON.parse` rejects
 * @param label what messages call the text
 */
export function describeSyntaxError(text: string, label: string): string {
  // Without this assertion, TypeScript would not see that `onError` assigns it.
  let first = undefined as PlacedFault | undefined;
  visitToEnd(text, {
    onError(code, _offset, _length, line, column) {
      // The parser's names of errors look like `CommaExpected`.
      const reason = printParseErrorCode(code)
        .replace(/\B[A-Z]/g, ' $&')
        .toLowerCase();
      first ??= { line, column, message: `not JSON: ${reason}` };
    },
  });
  if (first === undefined) return `${label}: not JSON, and nested too deeply to show where`;
  return showFaults(text, label, [first]);
}

/**
 * Visits the parts of a text in their order. The parser is recursive: if a text is nested thousands
 * of levels deep, it runs out of stack.
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
 * Shows faults as compilers do: the place and the message, then the line before, the line itself,
 * and a caret under the place. A missing comma or quote is often on the first of the two. The caret
 * counts UTF-16 units, so wide or combining characters before the place may shift it.
 */
function showFaults(text: string, label: string, faults: readonly PlacedFault[]): string {
  const lines = text.split(/\r\n|\r|\n/);
  return faults
    .flatMap(({ line, column, message }) => {
      // A line may be megabytes long. Both lines are cut at the same columns.
      const start = Math.max(0, column - WIDTH_BEFORE);
      const shown = lines
        .slice(Math.max(0, line - 1), line + 1)
        .map((each) => printable(each.slice(start, start + WIDTH)));
      const picture = [...shown, `${' '.repeat(column - start)}^`].map((each) => `    ${each}`);
      return [`${label}:${line + 1}:${column + 1}: ${message}`, ...picture];
    })
    .join('\n');
}
