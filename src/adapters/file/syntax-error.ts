import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';
import { escapeInvisible, show } from '../../domain/show.ts';
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
  function fail(offset: number, expected: string | undefined, found: string): never {
    const lines = text.slice(0, offset).split('\n');
    const place = `${file}:${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
    throw new CatalogFileError(`${place}: not JSON: expected ${expected}, got ${shown(found)}`);
  }
  const onError: JSONVisitor['onError'] = (code, offset, length) => {
    const found = text.slice(offset, offset + length);
    const name = printParseErrorCode(code);
    /** Index of the last character before it that is not white space. */
    const before = text.slice(0, offset).trimEnd().length - 1;
    if (text[before] === ',' && /^[\]}]$/.test(found)) {
      fail(before, 'no comma after the last value', ',');
    }
    // The parser takes `9,99` and `01` for two numbers, and rejects the second.
    const number = before === offset - 1 && /^\d/.test(found) ? text.slice(offset - 2, offset) : '';
    if (/\d,/.test(number) && name === 'PropertyNameExpected') fail(before, 'a decimal point', ',');
    if (number.endsWith('0')) fail(before, 'no leading zero', '0');
    fail(offset, EXPECTED[name], found);
  };
  visit(text, { onError }, { disallowComments: true });
}

/** A string is shown as it stands in the file, as it has quotes and escapes of its own. */
function shown(found: string): string {
  if (found === '') return 'the end of the file';
  if (!found.startsWith('"')) return show(found);
  const visible = escapeInvisible(found);
  return visible.length > 40 ? `${visible.slice(0, 40)}…` : visible;
}
