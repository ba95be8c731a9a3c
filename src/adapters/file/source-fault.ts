import { isAltered } from './decimal.ts';

/** Something in the text of an array's element that `JSON.parse` alters without a word. */
export interface SourceFault {
  /** Which element of the array, from 0. */
  readonly index: number;
  readonly field: string;
  /** The number as it is written; `undefined` where instead the field is there more than once. */
  readonly number: string | undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** As many fields as a product has. An element with more is worth a closer look. */
const FIELDS = 3;

/**
 * Finds what would be altered: numbers that no double holds as they are written (such as
 * 9007199254740993, or 1e999), and fields of which all but the last would be dropped.
 *
 * Goes by character codes and cuts out only what is wrong: a large catalogue has a hundred million
 * characters, and the service does not listen before the last.
 * @param text an array in JSON, free of syntax faults
 */
export function findSourceFaults(text: string): SourceFault[] {
  const faults: SourceFault[] = [];
  let depth = 0;
  let index = 0;
  let latestString = 0;
  /** Where the names of the present element's fields begin. */
  let names: number[] = [];

  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      latestString = i;
      i = endOfString(text, i);
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const start = i;
      i = endOfNumber(text, i);
      const name = names.at(-1);
      if (depth === 2 && name !== undefined && mayBeAltered(text, start, i)) {
        const number = text.slice(start, i + 1);
        if (isAltered(number)) faults.push({ index, field: stringAt(text, name), number });
      }
    } else if (code === 0x3a /* : */) {
      if (depth === 2) names.push(latestString);
    } else if (code === 0x2c /* , */) {
      if (depth === 1) index += 1;
    } else if (code === 0x5b /* [ */ || code === 0x7b /* { */) {
      depth += 1;
      if (depth === 2) names = [];
    } else if (code === 0x5d /* ] */ || code === 0x7d /* } */) {
      if (depth === 2 && names.length > FIELDS) {
        const seen = new Set<string>();
        const repeated = new Set<string>();
        for (const start of names) {
          const field = stringAt(text, start);
          (seen.has(field) ? repeated : seen).add(field);
        }
        for (const field of repeated) faults.push({ index, field, number: undefined });
      }
      depth -= 1;
    }
  }
  return faults;
}

/** @returns the index of the quote that closes the string which the quote at `start` opens */
function endOfString(text: string, start: number): number {
  let i = start + 1;
  for (let code = text.charCodeAt(i); code !== QUOTE; code = text.charCodeAt(i)) {
    i += code === BACKSLASH ? 2 : 1;
  }
  return i;
}

function stringAt(text: string, start: number): string {
  return JSON.parse(text.slice(start, endOfString(text, start) + 1));
}

/** @returns the index of the last character of the number that begins at `start` */
function endOfNumber(text: string, start: number): number {
  let i = start + 1;
  while (isOfNumber(text.charCodeAt(i))) i += 1;
  return i - 1;
}

/** A digit, or one of `+ - . E e`; other characters between these follow no number. */
function isOfNumber(code: number): boolean {
  return (code >= 0x2b && code <= 0x39 && code !== 0x2c) || code === 0x45 || code === 0x65;
}

/** A double keeps any fifteen significant digits: only a longer number, or an exponent, may be. */
function mayBeAltered(text: string, start: number, end: number): boolean {
  return end - start >= 15 || /e/i.test(text.slice(start, end));
}
