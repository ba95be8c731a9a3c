import { printParseErrorCode, visit } from 'jsonc-parser';
import { quote } from '../../domain/quote.ts';
import { CatalogFileError } from './catalog-file-error.ts';

/** What was expected, by the parser's name for the error. */
const EXPECTED: Partial<Record<string, string>> = {
  InvalidSymbol: 'a value, or text in double quotes',
  ValueExpected: 'a value',
  PropertyNameExpected: 'a field name in double quotes',
  ColonExpected: '":"',
  CommaExpected: '"," or a closing bracket',
  CloseBraceExpected: '"," or "}"',
  CloseBracketExpected: '"," or "]"',
  EndOfFileExpected: 'nothing more',
  InvalidCommentToken: 'no comment, as JSON has none',
  UnexpectedEndOfString: 'a closing double quote on the same line',
  UnexpectedEndOfNumber: 'a digit at the end of a number',
  InvalidUnicode: 'valid escape sequences',
  InvalidEscapeCharacter: 'valid escape sequences',
  InvalidCharacter: 'no control character in a string',
};

/**
 * Says where a text that `JSON.parse` rejects is not JSON, and what was expected there:
 * `products.json:3:1: not JSON: expected a value, got "}"`, with line and column. The engine's own messages
 * do not always give the location, and change with its version.
 * @throws {CatalogFileError} with the first error
 */
export function throwSyntaxError(file: string, text: string): void {
  let comma: { readonly end: number; readonly line: number; readonly column: number } | undefined;

  function fail(line: number, column: number, expected: string | undefined, found: string): never {
    const got = found === '' ? 'the end of the file' : quote(found);
    const place = `${file}:${line + 1}:${column + 1}`;
    throw new CatalogFileError(`${place}: not JSON: expected ${expected}, got ${got}`);
  }
  visit(
    text,
    {
      onSeparator(character, offset, _length, line, column) {
        if (character === ',') comma = { end: offset + 1, line, column };
      },
      onError(code, offset, length, line, column) {
        const found = text.slice(offset, offset + length);
        const isClosing = found === ']' || found === '}';
        if (comma && isClosing && text.slice(comma.end, offset).trim() === '') {
          fail(comma.line, comma.column, 'no comma after the last value', ',');
        }
        fail(line, column, EXPECTED[printParseErrorCode(code)], found);
      },
    },
    { disallowComments: true },
  );
}
