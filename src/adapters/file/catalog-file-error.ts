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

/** One line for each of the first ten items; if there are more, one that says how many. */
export function firstTen<T>(items: readonly T[], describe: (item: T) => string): readonly string[] {
  const lines = items.slice(0, 10).map(describe);
  return items.length > 10 ? [...lines, `and ${items.length - 10} more`] : lines;
}
