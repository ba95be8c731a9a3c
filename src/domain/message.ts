/** How many characters of a value a message shows. */
const MAX_LENGTH = 60;

/** A value as a message shows it: `"12"`, `{"id":1,"name":"Tea"}`, or `nothing` for `undefined`. */
export function quote(value: unknown): string {
  const text = textOf(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function textOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (isInexact(value)) return 'a number too large to be exact';
  if (typeof value !== 'string' && typeof value !== 'object') return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    // It has a BigInt or a circular reference, as an object of a database driver may have.
    return 'an object';
  }
}

/** Whether a number is so large that it may have been rounded when it was read. */
export function isInexact(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

/** A count as a message shows it: `1 product`, `120 products`. */
export function countProducts(count: number): string {
  return `${count} ${count === 1 ? 'product' : 'products'}`;
}

/** Several values as a message shows them, ten at most: `"image", "stock"`. */
export function quoteAll(values: readonly unknown[]): string {
  const shown = values.slice(0, 10).map(quote);
  if (values.length > shown.length) shown.push('…');
  return shown.join(', ');
}
