/**
 * Thrown when a products file cannot be read, or is not valid. The message is to be printed as it
 * is: it names the file, and shows each fault of a text in its place, as compilers do, if that is
 * known. If products are invalid, the first line says how many, and the first five faults follow.
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
 * `cause` is the error of the system or of Node, if reading the file failed with one.
 */
export class ProductsFileError extends Error {
  override readonly name = 'ProductsFileError';
}
