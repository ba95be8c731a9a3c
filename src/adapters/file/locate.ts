import { createScanner, printParseErrorCode, visit } from 'jsonc-parser';
import type { Fault } from '../../domain/invalid-product-error.ts';
import { escapeInvisible } from '../../domain/wording.ts';

/**
 * Finds the line of each fault: that of the field's value, or of the product if the field is missing. If a name occurs
 * twice (even "products"), the last one counts, as for `JSON.parse`.
 * @param text that `JSON.parse` accepts: an array of products, or an object with one under "products"
 * @returns line numbers from 1, in the order of `faults`
 */
export function locateFaults(text: string, faults: readonly Fault[]): number[] {
  const lines = faults.map(() => 0);
  /** The way to the next value: positions in arrays, and names in objects (`undefined` until the name has come). */
  const path: (number | string | undefined)[] = [];

  /** Notes where a product begins, and then the value of its field. */
  function note(line: number): void {
    const start = path[0] === 'products' ? 1 : 0;
    if (path.length > start + 2) return;
    const index = path[start];
    const field = path[start + 1];
    faults.forEach((fault, position) => {
      const isMeant = field === undefined || field === fault.field;
      if (index === fault.index && isMeant) lines[position] = line;
    });
  }

  const scanner = createScanner(text, true);
  const next = () => {
    scanner.scan();
    return text[scanner.getTokenOffset()];
  };
  for (let token = next(); token !== undefined; token = next()) {
    const last = path.length - 1;
    const place = path[last];
    if (token === ']' || token === '}') path.pop();
    else if (token === ',') path[last] = typeof place === 'number' ? place + 1 : undefined;
    else if (token === '"' && place === undefined) path[last] = scanner.getTokenValue();
    else if (token !== ':') {
      note(scanner.getTokenStartLine() + 1);
      if (token === '[') path.push(0);
      if (token === '{') path.push(undefined);
    }
  }
  return lines;
}

/** What to escape: format characters, too, as in a syntax error they may be all that is wrong. */
const INVISIBLE = /(?! )[\p{Cc}\p{Cf}\p{Z}]/gu;

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

/**
 * Common mistakes: a pattern of the text around the error, with ¶ where it stands, after the parser's name for it; and
 * the words before what the pattern has found.
 */
const MISTAKES: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/(?<=^\w+ \s*)¶(?:export|import|const|let|var|module)\b/, 'expected JSON, not JavaScript, got'],
  [/(?<=^\w+ (?:"\w{0,40}")?)¶\w*[;,\t].*/, 'expected JSON, not CSV, got'],
  [
    /(?<=^EndOfFileExpected .*\}\s*)¶[{,]/s,
    'expected [ and ] around all objects, and commas between, got',
  ],
  [/¶([<=>])\1{6}/, 'expected no merge conflict, got'],
  [/¶<\S+/, 'expected JSON, not HTML or XML, got'],
  [/(?<=,\s*)¶[\]}]/, 'remove the comma before'],
  [/-?[\d.]+,¶\d[\d.,]*(?=\s*[,}\p{Sc}])/u, 'expected no comma in a number: 1.5 or 1299, got'],
  [/[\d.]+\s*¶\p{Sc}|¶\p{Sc}\s*[\d.,]*\d/u, 'expected a number without currency, got'],
  [/0¶x\w*/i, 'expected a decimal number, got'],
  [/0¶\d+/, 'expected no zero before a number, got'],
  [/(?<!\d)¶-?\.\d+/, 'expected a digit before the point, got'],
  [/¶\+[\d.]*/, 'expected no plus sign, got'],
  [/¶-?(?:NaN|Infinity)\b/, 'expected a number, as JSON has no'],
  [/¶(?:True|TRUE|False|FALSE|Null|NULL|None)\b/, 'expected true, false or null, got'],
  [/(?<=[\]}]\s*)¶;(?=\s*$)/, 'expected the end of the file, got'],
  [/¶;/, 'expected a comma, got'],
  [/(?<="\s*)¶=/, 'expected ":", got'],
  [/,\s*"¶\w+"(?=\s*:)/, 'expected a double quote before'],
  [/(?<="\s*)¶[^\s"{}[\]:,]+/, 'expected a comma, or \\" for a double quote inside text, before'],
  [/¶[“”„‘’][^\s:,]*/, 'expected straight double quotes, got'],
  [/¶\p{Zs}/u, 'expected an ordinary space, got'],
  [/¶\p{Cf}/u, 'remove the invisible'],
];

/**
 * Says where a text that `JSON.parse` rejects is not JSON, and what was expected there: `:3:1: not JSON: expected a
 * value, got }`, with line and column. The engine's own messages do not always give the location, and change with its
 * version.
 */
export function locateSyntaxError(text: string): string {
  let message: string | undefined;
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    // jsonc-parser is recursive, and overflows the stack.
    if (!(error instanceof RangeError)) throw error;
  }
  return message ?? ': nested too deeply';

  function onError(code: number, offset: number, length: number, line: number, column: number) {
    message ??= `:${line + 1}:${column + 1}: not JSON: ${reasonFor(text, code, offset, length)}`;
  }
}

function reasonFor(text: string, code: number, offset: number, length: number): string {
  const name = printParseErrorCode(code);
  const before = text.slice(Math.max(0, offset - 50), offset);
  const around = `${name} ${before}¶${text.slice(offset, offset + 50)}`;
  for (const [pattern, words] of MISTAKES) {
    const [found] = pattern.exec(around) ?? [];
    if (found) return `${words} ${escapeInvisible(found.replace('¶', ''), INVISIBLE)}`;
  }
  const expected = EXPECTED[name] ?? 'a comma or a closing bracket';
  const found = text.slice(offset, offset + Math.min(length, 40)) || 'the end of the file';
  return `expected ${expected}, got ${escapeInvisible(found, INVISIBLE)}`;
}
