/**
 * A file holds no catalogue. The message says where and why, each line beginning with the file's
 * name: `products.json: [4].price: expected a finite number, got "12"`.
 */
export class CatalogFileError extends Error {
  override readonly name = 'CatalogFileError';

  /** @param reasons one for each line */
  constructor(path: string, ...reasons: readonly string[]) {
    super(reasons.map((reason) => `${path}: ${reason}`).join('\n'));
  }
}

/** How many of many things a message lists. */
const LISTED = 10;

/** A line for each of the first ten of many things, and one that says how many more there are. */
export function abridge<T>(things: readonly T[], line: (thing: T) => string): readonly string[] {
  const lines = things.slice(0, LISTED).map(line);
  return things.length > LISTED ? [...lines, `and ${things.length - LISTED} more`] : lines;
}
