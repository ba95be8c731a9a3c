/**
 * Whether the number of JSON between these octets, inclusive, may be one that `isAltered`. A double
 * keeps any fifteen significant digits: only a longer number, or one with an exponent, may be.
 */
export function mayBeAltered(octets: Buffer, start: number, end: number): boolean {
  if (end - start >= 15) return true;
  for (let i = start; i <= end; i += 1) if (octets[i] === 0x45 || octets[i] === 0x65) return true;
  return false;
}

/** Whether a double, when it is printed, has another value than this number in JSON. */
export function isAltered(number: string): boolean {
  return normalise(number) !== normalise(String(Number(number)));
}

/** The same text for the same value: its significant digits, and an exponent. */
function normalise(number: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number);
  if (parts === null) return number;
  const [, sign, whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  // Not /0+$/, which takes the square of a long number's time.
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  const significant = digits.slice(0, end);
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return significant === '' ? '0' : `${sign}${significant}e${power}`;
}
