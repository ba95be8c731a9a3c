/** Opens a string of JSON, and closes it. */
export const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** @returns the index of the quote that closes the string which the one at `start` opens */
export function endOfString(octets: Buffer, start: number): number {
  let i = start + 1;
  for (; i < octets.length && octets[i] !== QUOTE; i += 1) if (octets[i] === BACKSLASH) i += 1;
  return i;
}

/**
 * The string whose opening quote is at `start`.
 * @throws {SyntaxError} when it is none
 */
export function stringAt(octets: Buffer, start: number): string {
  return JSON.parse(octets.toString('utf8', start, endOfString(octets, start) + 1));
}

/** @returns the index of the last octet of the number that begins at `start` */
export function endOfNumber(octets: Buffer, start: number): number {
  let i = start + 1;
  while (isOfNumber(octets[i] ?? 0)) i += 1;
  return i - 1;
}

/** A digit, or one of `+ - . E e`; other characters between these follow no number. */
function isOfNumber(code: number): boolean {
  return (code >= 0x2b && code <= 0x39 && code !== 0x2c) || code === 0x45 || code === 0x65;
}
