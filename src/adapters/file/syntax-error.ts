import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';

/** Errors within a token, under the parser's names for them. */
const TOKEN_ERRORS: Readonly<Record<string, string>> = {
  UnexpectedEndOfString: 'a string without its closing double quote',
  InvalidEscapeCharacter: 'a string with an invalid escape sequence',
  InvalidUnicode: 'a string with an invalid escape sequence',
  InvalidCharacter: 'a string with a control character',
  UnexpectedEndOfNumber: 'a number without its last digits',
};

/**
 * Says where a text that `JSON.parse` rejects is not JSON, and what was expected there, such as
 * `line 3, column 1: not JSON: expected "," or "]", got "{"`. The engine's own messages do not always
 * give the location, and change with its version.
 */
export function describeSyntaxError(text: string): string {
  const closers: string[] = [];
  let expected = 'a value';
  let description: string | undefined;

  function endValue(): void {
    const closer = closers.at(-1);
    expected = closer === undefined ? 'nothing more' : `"," or "${closer}"`;
  }
  function endGroup(_offset: number, length: number): void {
    if (length === 0) return; // the end of the text, not a closer
    closers.pop();
    endValue();
  }
  const visitor: JSONVisitor = {
    onArrayBegin() {
      closers.push(']');
      expected = 'a value or "]"';
    },
    onObjectBegin() {
      closers.push('}');
      expected = 'a field name in double quotes or "}"';
    },
    onObjectProperty() {
      expected = '":"';
    },
    onSeparator(character) {
      const isName = character === ',' && closers.at(-1) === '}';
      expected = isName ? 'a field name in double quotes' : 'a value';
    },
    onLiteralValue: endValue,
    onArrayEnd: endGroup,
    onObjectEnd: endGroup,
    onError(code, offset, _length, line, character) {
      // Only the first error: the parser continues after it, and later errors may be caused by it.
      description ??= `line ${line + 1}, column ${character + 1}: not JSON: ${
        TOKEN_ERRORS[printParseErrorCode(code)] ??
        `expected ${expected}, got ${found(text, offset)}`
      }`;
    },
  };
  try {
    visit(text, visitor, { disallowComments: true });
  } catch (error) {
    // The parser is recursive, so very deep nesting overflows the stack.
    if (!(error instanceof RangeError)) throw error;
  }
  return description ?? 'not JSON, and nested too deeply to say where';
}

function found(text: string, offset: number): string {
  const character = text.codePointAt(offset);
  return character === undefined
    ? 'the end of the file'
    : JSON.stringify(String.fromCodePoint(character));
}
