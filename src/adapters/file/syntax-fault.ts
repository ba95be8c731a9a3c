/** Where a text stops being JSON, and what could have stood there instead. */
export interface SyntaxFault {
  /** Index of the first character that is wrong; the text's length where it ends too early. */
  readonly offset: number;
  readonly expected: string;
}

type State = 'first value' | 'value' | 'first name' | 'name' | 'colon' | 'after value';

const SPACE = /[ \t\n\r]*/y;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A part of a string. Not repeated in here: millions of parts would overflow the engine's stack. */
const STRING_PART = /[^"\\\p{Cc}]+|[\x7f-\x9f]+|\\["\\/bfnrt]|\\u[\da-fA-F]{4}/uy;

const EXPECTED: Record<Exclude<State, 'after value'>, string> = {
  'first value': 'a value or "]"',
  value: 'a value',
  'first name': 'a field name in double quotes or "}"',
  name: 'a field name in double quotes',
  colon: '":"',
};

/**
 * Finds the first fault in a text that `JSON.parse` refuses (RFC 8259). The engine's own message
 * tells the place of some faults only, and in other words with each version.
 */
export function findSyntaxFault(text: string): SyntaxFault {
  const closers: ('}' | ']')[] = [];
  let state: State = 'value';
  let offset = 0;

  /** Goes on behind what `pattern` matches here. @returns whether it matches anything */
  function skip(pattern: RegExp): boolean {
    const start = offset;
    pattern.lastIndex = offset;
    offset += pattern.exec(text)?.[0].length ?? 0;
    return offset > start;
  }

  for (;;) {
    skip(SPACE);
    const closer = closers.at(-1);
    const character = text[offset];
    const isName: boolean = state === 'name' || state === 'first name';
    const isValue: boolean = state === 'value' || state === 'first value';
    if (state === 'after value' && closer === undefined) {
      return { offset, expected: 'nothing more' };
    }
    if (character === closer && !(state === 'value' || state === 'name' || state === 'colon')) {
      closers.pop();
      state = 'after value';
      offset += 1;
    } else if (state === 'after value') {
      if (character !== ',') return { offset, expected: `"," or "${closer}"` };
      state = closer === '}' ? 'name' : 'value';
      offset += 1;
    } else if (state === 'colon') {
      if (character !== ':') return { offset, expected: EXPECTED.colon };
      state = 'value';
      offset += 1;
    } else if (character === '"') {
      offset += 1;
      let isInside = true;
      while (isInside) isInside = skip(STRING_PART);
      if (text[offset] === '\\') return { offset, expected: 'an escape sequence of JSON' };
      if (text[offset] !== '"') return { offset, expected: 'a closing double quote' };
      state = isName ? 'colon' : 'after value';
      offset += 1;
    } else if (isValue && (character === '{' || character === '[')) {
      closers.push(character === '{' ? '}' : ']');
      state = character === '{' ? 'first name' : 'first value';
      offset += 1;
    } else if (isValue && skip(LITERAL)) {
      state = 'after value';
    } else {
      return { offset, expected: EXPECTED[state] };
    }
  }
}
