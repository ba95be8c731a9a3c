/**
 * Thrown when a products file cannot be read, or is not valid. The message is to be printed as it
 * is: it names the file, and shows the faults of a text in their places, as compilers do, if it can
 * find these. Of wrong products, it shows the first five faults, below a line that counts the
 * products.
 *
 * ```
 * products.json: invalid products: 2 of 3
 * products.json:4:14: [0].price: expected a number, got a string
 *         "name": "Tea",
 *         "price": "12.50"
 *                  ^
 * …
 * ```
 *
 * `cause` is the error of the system or of Node if the file could not be read.
 */
export class ProductsFileError extends Error {
  override readonly name = 'ProductsFileError';
}
