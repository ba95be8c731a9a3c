/**
 * Thrown when a products file cannot be read, or is not valid. The message has a line for each fault, which begins with
 * its place: `products.json:12: [4].price: expected a number, got "12" in …`. The place of a syntax error follows as two
 * more lines. `cause` is the error of the system if the file could not be read.
 */
export class ProductsFileError extends Error {
  override readonly name = 'ProductsFileError';
}

/** Thrown inside this folder, where the name of the file is not known: `loadProducts` puts the name before the message. */
export class UnnamedFileError extends Error {
  /** Line and column, from 1: `:2:34`; empty if the fault has no place in the text. */
  readonly place: string;

  constructor(message: string, { place = '', ...options }: ErrorOptions & { place?: string } = {}) {
    super(message, options);
    this.place = place;
  }
}
