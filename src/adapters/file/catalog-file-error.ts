/**
 * A catalogue file cannot be read, or is not valid. Each line of the message says where first:
 * `products.json:12: [4].price: expected a number, got "12"`. `cause` is the system's error, if there was one.
 */
// `readText` and `parseProducts` do not know the file's name: each of their lines is what follows it.
export class CatalogFileError extends Error {
  override readonly name = 'CatalogFileError';
}
