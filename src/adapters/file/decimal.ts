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
  const significant = digits.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return significant === '' ? '0' : `${sign}${significant}e${power}`;
}
