import type { Product } from '../../domain/product.ts';
import { type OnWarning, parseProducts } from './parse-products.ts';
import { displayName, readText } from './read-text.ts';

/**
 * Reads a products file in UTF-8, as `parseProducts` reads a text.
 * @param path of a regular file; `-` for standard input
 * @param onWarning as for `parseProducts`
 * @returns the frozen products, in the order of the file
 * @throws {ProductsFileError} if the file cannot be read, or is not valid
 */
export async function loadProducts(
  path: string,
  onWarning?: OnWarning,
): Promise<readonly Product[]> {
  return parseProducts(await readText(path), displayName(path), onWarning);
}
