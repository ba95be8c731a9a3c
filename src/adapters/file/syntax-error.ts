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
  EndOfFileExpected: 'the end of the file',
  InvalidCommentToken: 'no comment, as JSON has none',
  UnexpectedEndOfString: 'a closing double quote on the same line',
  UnexpectedEndOfNumber: 'a digit at the end of a number',
  InvalidUnicode: 'valid escape sequences',
  InvalidEscapeCharacter: 'valid escape sequences',
  InvalidCharacter: 'no control character in a string (\\t for a tab)',
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
    const place = `${file}:${line + 1}:${column + 1}`;
    throw new CatalogFileError(`${place}: not JSON: expected ${expected}, got ${shown(found)}`);
  }
  visit(
    text,
    {
      onSeparator(character, offset, _length, line, column) {
        if (character === ',') comma = { end: offset + 1, line, column };
      },
      onError(code, offset, length, line, column) {
        const found = text.slice(offset, offset + length);
        const name = printParseErrorCode(code);
        if (comma && /^[\]}]$/.test(found) && text.slice(comma.end, offset).trim() === '') {
          fail(comma.line, comma.column, 'no comma after the last value', ',');
        }
        // The parser takes `9,99` and `01` for two numbers, and rejects the second.
        const pair = text.slice(Math.max(0, offset - 1), offset + 1);
        if (/^,\d/.test(pair) && name === 'PropertyNameExpected') {
          fail(line, column - 1, 'a decimal point', ',');
        }
        if (/^0\d/.test(pair)) fail(line, column - 1, 'no leading zero', '0');
        fail(line, column, EXPECTED[name], found);
      },
    },
    { disallowComments: true },
  );
}

/** A string is shown as it stands in the file, as it has quotes and escapes of its own. */
function shown(found: string): string {
  if (found === '') return 'the end of the file';
  if (!found.startsWith('"')) return quote(found);
  const visible = found.replace(/[^\P{Cc}\t]/gu, '\ufffd');
  return visible.length > 40 ? `${visible.slice(0, 40)}…` : visible;
}
