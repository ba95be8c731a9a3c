import { isAltered, mayBeAltered } from './decimal.ts';
import { endOfNumber, endOfString, QUOTE, stringAt } from './json-octets.ts';

/** Something in the text of an array's element that `JSON.parse` alters without a word. */
export interface SourceFault {
  /** Which element of the array, from 0. */
  readonly index: number;
  readonly field: string;
  /** The number as it is written; `undefined` where instead the field is there more than once. */
  readonly number: string | undefined;
}

/** As many fields as a product has. An element with more is worth a closer look. */
const FIELDS = 3;
/** How many octets are parsed at a time: a few hundred products, and no large string. */
const PIECE = 64 * 1024;

/**
 * Looks through an array in JSON for what a parser says nothing of.
 *
 * Goes by octets and cuts out only what is wrong: a large catalogue has a hundred million of them,
 * and the service does not listen before the last.
 * @returns where it would be altered: numbers that no double holds as they are written (such as
 *   9007199254740993, or 1e999), and fields of which all but the last would be dropped; and the
 *   offsets of some commas between elements, at which it can be parsed in pieces. Of a text that is
 *   no array in JSON it tells nothing of use.
 * @throws {SyntaxError} for some such texts
 */
export function scanSource(octets: Buffer): { faults: SourceFault[]; commas: number[] } {
  const faults: SourceFault[] = [];
  const commas: number[] = [];
  let depth = 0;
  let index = 0;
  let latestString = 0;
  let nextPiece = PIECE;
  /** Where the names of the present element's fields begin: so many of these. */
  const names: number[] = [];
  let count = 0;
  /** The name of the latest number that was looked at: each is read once, in whatever text. */
  let numbered = -1;

  for (let i = 0; i < octets.length; i += 1) {
    const code = octets[i] ?? 0;
    if (code === QUOTE) {
      latestString = i;
      i = endOfString(octets, i);
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const start = i;
      i = endOfNumber(octets, i);
      if (depth === 2 && count > 0 && mayBeAltered(octets, start, i)) {
        if (numbered === latestString) throw new SyntaxError('two numbers for one name');
        numbered = latestString;
        const number = octets.toString('latin1', start, i + 1);
        if (isAltered(number))
          faults.push({ index, field: stringAt(octets, latestString), number });
      }
    } else if (code === 0x3a /* : */) {
      if (depth === 2) {
        if (count > 0 && names[count - 1] === latestString) {
          throw new SyntaxError('two colons for one name');
        }
        names[count] = latestString;
        count += 1;
      }
    } else if (code === 0x2c /* , */) {
      if (depth === 1) {
        index += 1;
        if (i >= nextPiece) {
          commas.push(i);
          nextPiece = i + PIECE;
        }
      }
    } else if (code === 0x5b /* [ */ || code === 0x7b /* { */) {
      depth += 1;
      if (depth === 2) count = 0;
    } else if (code === 0x5d /* ] */ || code === 0x7d /* } */) {
      if (depth === 2 && count > FIELDS) {
        for (const field of repeatedAmong(octets, names.slice(0, count))) {
          faults.push({ index, field, number: undefined });
        }
      }
      depth -= 1;
    }
  }
  return { faults, commas };
}

/** The names, each once, that begin at several of these places. */
function repeatedAmong(octets: Buffer, starts: readonly number[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const start of starts) {
    const name = stringAt(octets, start);
    (seen.has(name) ? repeated : seen).add(name);
  }
  return repeated;
}
