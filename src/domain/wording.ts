/** Words for any value in a message: `"12"`, `an array`, `nothing`. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  if (value instanceof Promise) return 'a Promise';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  const start = value.slice(0, 40);
  const shown = escapeInvisible(JSON.stringify(start));
  return start === value ? shown : `${shown}… (${pluralize(value.length, 'character')})`;
}

/** Words for several values in a message, ten at most: `"image", "stock"`. */
export function describeValues(values: readonly unknown[]): string {
  const shown = values.slice(0, 10).map(describeValue);
  if (values.length > shown.length) shown.push('…');
  return shown.join(', ');
}

/** Escapes controls, which a terminal might obey, direction marks, and all spaces but the usual one. */
export function escapeInvisible(
  text: string,
  invisible = /(?! )[\p{Cc}\p{Bidi_Control}\p{Z}]/gu,
): string {
  return text.replace(invisible, (character) => {
    return `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`;
  });
}

/** A count for a message: `1 product`, `1,234,567 products`. */
export function pluralize(number: number, noun: string): string {
  return `${formatInteger(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** A number for a message: `1,234,567`. `toLocaleString` would load 8 MB of the engine's data. */
export function formatInteger(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
