/**
 * A file is not a catalogue, or cannot be read. The message says where and why; each of its lines
 * starts with the path of the file: `products.json: [4].price: expected a finite number, got "12"`.
 */
export class CatalogFileError extends Error {
  override readonly name = 'CatalogFileError';

  /** @param reasons one for each line */
  constructor(path: string, ...reasons: readonly string[]) {
    super(reasons.map((reason) => `${path}: ${reason}`).join('\n'));
  }
}

/** The most lines that a message shows. */
const SHOWN = 10;

/** The first ten lines; if there are more, one that says how many. */
export function firstTen(lines: readonly string[]): readonly string[] {
  const more = lines.length - SHOWN;
  return more > 0 ? [...lines.slice(0, SHOWN), `and ${more} more`] : lines;
}
