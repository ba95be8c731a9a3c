/**
 * Thrown when a products file cannot be read, or is not valid. The message has a line for each
 * fault, which begins with its place:
 * `products.json:12: [4].price: expected a number, got "12" in …`. After a syntax error, two more
 * lines show the place. `cause` is the error of the system if the file could not be read.
 */
export class ProductsFileError extends Error {
  override readonly name = 'ProductsFileError';
}
