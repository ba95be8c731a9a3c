import { printParseErrorCode } from 'jsonc-parser';
import { escapeInvisible } from '../../domain/wording.ts';
import { CatalogFileError } from './catalog-file-error.ts';
import { visitJson } from './visit-json.ts';

/** What was expected, by the parser's name for the error; if there is none, a comma or a closing bracket. */
const EXPECTED: Partial<Record<string, string>> = {
  InvalidSymbol: 'a value, or text in double quotes',
  ValueExpected: 'a value',
  PropertyNameExpected: 'a field name in double quotes',
  ColonExpected: '":"',
  EndOfFileExpected: 'the end of the file',
  InvalidCommentToken: 'no comment, as JSON has none',
  UnexpectedEndOfString: 'a closing double quote on the same line',
  UnexpectedEndOfNumber: 'a digit at the end of a number',
  InvalidUnicode: 'valid escape sequences',
  InvalidEscapeCharacter: 'valid escape sequences',
  InvalidCharacter: 'no control character in a string (\\t for a tab)',
};

/** What was expected, for common mistakes: by the text around the error, which ¶ marks. */
const MISTAKES: readonly (readonly [around: RegExp, expected: string])[] = [
  [/,\s*¶[\]}]/, 'no comma before it'],
  [/\d,¶\d+\s*[,}]/, 'a decimal point before it, not a comma'],
  [/0¶\d/, 'no zero before it'],
  [/"¶\w/, 'a comma, or a double quote before it'],
  [/[\]}]\s*¶;\s*$/, 'the end of the file'],
  [/¶(?:True|TRUE|False|FALSE|Null|NULL|None)\b/, 'true, false or null'],
  [/¶[“”„]/, 'straight double quotes'],
  [/¶\p{Zs}/u, 'an ordinary space'],
  [/¶</, 'JSON, not HTML'],
  [/^(?:"\w{0,40}")?¶\w*[;,\t]/, 'JSON, not CSV'],
];

/**
 * Says where a text that `JSON.parse` rejects is not JSON, and what was expected there:
 * `products.json:3:1: not JSON: expected a value, got }`, with line and column. The engine's own messages
 * do not always give the location, and change with its version.
 */
export function findSyntaxError(name: string, text: string): CatalogFileError {
  let message: string | undefined;
  visitJson(name, text, {
    onError(code, offset, length, line, column) {
      if (message !== undefined) return;
      const before = text.slice(Math.max(0, offset - 50), offset);
      const around = `${before}¶${text.slice(offset, offset + 50)}`;
      const [, mistake] = MISTAKES.find(([pattern]) => pattern.test(around)) ?? [];
      const expected =
        mistake ?? EXPECTED[printParseErrorCode(code)] ?? 'a comma or a closing bracket';
      const found = text.slice(offset, offset + Math.min(length, 40)) || 'the end of the file';
      const got = escapeInvisible(found);
      message = `${name}:${line + 1}:${column + 1}: not JSON: expected ${expected}, got ${got}`;
    },
  });
  return new CatalogFileError(message);
}
