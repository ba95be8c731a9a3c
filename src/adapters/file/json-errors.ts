import { type JSONPath, type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';
import type { Fault } from '../../domain/invalid-product-error.ts';
import { pictureOf, replaceInvisible } from './picture.ts';
import { UnnamedFileError } from './products-file-error.ts';

/**
 * Finds the line of each fault: that of the field's value, or of the product if the field is missing. If an object has the
 * same name twice (even "products"), the last one counts, as for `JSON.parse`: its lines replace the earlier ones.
 * @param text that `JSON.parse` accepts: an array of products, or an object with one under "products"
 * @returns line numbers from 1, in the order of `faults`; `undefined` for faults after a value that is nested too deeply
 */
export function findLines(text: string, faults: readonly Fault[]): (number | undefined)[] {
  const lines: (number | undefined)[] = faults.map(() => undefined);
  const recordLine = (line: number, path: JSONPath) => {
    const [index, field, ...deeper] = path[0] === 'products' ? path.slice(1) : path;
    if (deeper.length > 0) return;
    faults.forEach((fault, position) => {
      const isFieldOrProduct = field === undefined || field === fault.field;
      if (index === fault.index && isFieldOrProduct) lines[position] = line + 1;
    });
  };
  visitText(text, {
    onObjectBegin: (_offset, _length, line, _column, path) => recordLine(line, path()),
    onArrayBegin: (_offset, _length, line, _column, path) => recordLine(line, path()),
    onLiteralValue: (_value, _offset, _length, line, _column, path) => recordLine(line, path()),
  });
  return lines;
}

/**
 * Finds the first place where a text is not JSON. The message says what is wrong there, and shows the line with a caret
 * under the place, as compilers do.
 * @param text that `JSON.parse` rejects
 * @throws {UnnamedFileError} always
 */
export function throwSyntaxError(text: string): never {
  const visitUntilError = (part: string) =>
    visitText(part, {
      // Throwing ends the visit: only the first error counts.
      onError(code, offset, length, line, column) {
        const reason = reasonOf(printParseErrorCode(code), part, offset, length);
        const message = `not JSON: ${reason}\n${pictureOf(part, offset, column)}`;
        throw new UnnamedFileError(message, { place: `:${line + 1}:${column + 1}` });
      },
    });
  // The first visit leaves out blank lines at the end, so that a text that ends too early is shown with its last line.
  visitUntilError(text.trimEnd());
  // `trimEnd` also removes characters that JSON does not allow, so the second visit checks the whole text.
  visitUntilError(text);
  throw new UnnamedFileError('not JSON; it is nested too deeply to find the place');
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

/** What is wrong, by the parser's name for the error. `reasonOf` explains all other errors by the character before them. */
const REASONS: Readonly<Record<string, string>> = {
  ColonExpected: 'expected a colon after the name',
  CommaExpected: 'expected a comma, } or ] before this',
  CloseBraceExpected: 'the file ends before the } of an object',
  CloseBracketExpected: 'the file ends before the ] of an array',
  EndOfFileExpected: 'the first value has ended before this; several need [ and ] around them',
  InvalidCommentToken: 'a comment, which JSON does not have',
  UnexpectedEndOfString: 'this text has no closing double quote on its line',
  UnexpectedEndOfNumber: 'this number has no digit at its end',
  InvalidUnicode: 'this text has \\u without four hexadecimal digits after it',
  InvalidEscapeCharacter:
    'this text has a backslash that escapes nothing; \\\\ stands for a backslash',
  InvalidCharacter: 'this text has a control character; \\t stands for a tab',
};

/** @param error the parser's name for it */
function reasonOf(error: string, text: string, offset: number, length: number): string {
  const reason = REASONS[error];
  if (reason !== undefined) return reason;

  const expectsName = error === 'PropertyNameExpected';
  if (expectsName && /^\d,\d/.test(text.slice(offset - 2, offset + 1))) {
    return 'a comma stands inside a number';
  }
  const before = text.slice(0, offset).trimEnd().at(-1);
  const after = before === ',' ? ' after the comma' : '';
  if (expectsName || before === '{') return `expected a name in double quotes${after}`;
  if (before === '[' || before === ':' || before === ',') {
    const expected = error === 'InvalidSymbol' && before === ',' ? 'a name or a value' : 'a value';
    const values = 'text in double quotes, a number such as 0.5, true, false or null';
    return `expected ${expected}${after}: ${values}`;
  }
  return `unexpected ${replaceInvisible(text.slice(offset, offset + Math.min(length, 40)))}`;
}
