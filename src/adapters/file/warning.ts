import { describeValue } from '../../domain/wording.ts';

/** Called with a line to print. */
export type OnWarning = (line: string) => void;

/**
 * A line that warns of something in a catalogue file, and lists what was found, ten at most:
 * `products.json: warning: fields left out: "image", "stock"`.
 */
export function warning(name: string, what: string, found: readonly (string | number)[]): string {
  const shown = found.slice(0, 10).map(describeValue);
  if (found.length > shown.length) shown.push('…');
  return `${name}: warning: ${what}: ${shown.join(', ')}`;
}
