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
 * Says where a text that `JSON.parse` rejects is not JSON, and what was expected there:
 * `products.json:3:1: not JSON: expected "," or "]", got "{"`, with line and column. The engine's own
 * messages do not always give the location, and change with its version.
 */
export function describeSyntaxError(path: string, text: string): string {
  const closers: string[] = [];
  let expected = 'a value';
  let comma: string | undefined; // the location of the last comma, as long as nothing follows it
  let description: string | undefined;

  function endValue(): void {
    const closer = closers.at(-1);
    expect(closer === undefined ? 'nothing more' : `"," or "${closer}"`);
  }
  function expect(what: string): void {
    expected = what;
    comma = undefined;
  }
  function endGroup(_offset: number, length: number): void {
    if (length === 0) return; // the end of the text, not a closer
    closers.pop();
    endValue();
  }
  function missing(offset: number): string {
    if (comma !== undefined && text[offset] === ',') return 'a comma too many';
    return `expected ${expected}, got ${found(text, offset)}`;
  }
  const visitor: JSONVisitor = {
    onArrayBegin() {
      closers.push(']');
      expect('a value or "]"');
    },
    onObjectBegin() {
      closers.push('}');
      expect('a field name in double quotes or "}"');
    },
    onObjectProperty: () => expect('":"'),
    onSeparator(character, _offset, _length, line, column) {
      const isName = character === ',' && closers.at(-1) === '}';
      expect(isName ? 'a field name in double quotes' : 'a value');
      if (character === ',') comma = `${line + 1}:${column + 1}`;
    },
    onLiteralValue: endValue,
    onArrayEnd: endGroup,
    onObjectEnd: endGroup,
    onError(code, offset, _length, line, column) {
      // Only the first error: the parser continues after it, and later errors may be caused by it.
      if (description !== undefined) return;
      const isAfterLast = comma !== undefined && text[offset] === closers.at(-1);
      const location = isAfterLast ? comma : `${line + 1}:${column + 1}`;
      const reason = isAfterLast
        ? 'a comma after the last value; JSON allows none'
        : (TOKEN_ERRORS[printParseErrorCode(code)] ?? missing(offset));
      description = `${path}:${location}: not JSON: ${reason}`;
    },
  };
  try {
    visit(text, visitor, { disallowComments: true });
  } catch (error) {
    // The parser is recursive, so very deep nesting overflows the stack.
    if (!(error instanceof RangeError)) throw error;
  }
  return description ?? `${path}: not JSON, and nested too deeply to say where`;
}

function found(text: string, offset: number): string {
  const character = text.codePointAt(offset);
  return character === undefined
    ? 'the end of the file'
    : JSON.stringify(String.fromCodePoint(character));
}
