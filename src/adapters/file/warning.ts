import { show } from '../../domain/show.ts';

/** Called with a line to print. */
export type OnWarning = (line: string) => void;

const PLAIN = /^[\w$-]{1,40}$/;

/**
 * A line that warns of something in a catalogue file, and lists what was found, ten at most:
 * `products.json: warning: fields left out: image, stock`.
 */
export function warning(file: string, what: string, found: readonly (string | number)[]): string {
  const names = found.slice(0, 10).map((name) => (PLAIN.test(String(name)) ? name : show(name)));
  if (found.length > names.length) names.push('…');
  return `${file}: warning: ${what}: ${names.join(', ')}`;
}
