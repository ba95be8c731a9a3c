import type { Product } from '../../domain/product.ts';
import { abridge } from './catalog-file-error.ts';

/**
 * Says which products can be listed but never fetched, since one before them has the same id. That
 * is allowed, and seldom meant.
 * @param path of the file that they come from
 * @param shadowed the index of each of them
 * @returns a line for each of the first ten, and one for the others; none where all can be fetched
 */
export function describeShadowed(
  path: string,
  products: readonly Product[],
  shadowed: readonly number[],
): readonly string[] {
  return abridge(shadowed, (index) => {
    const id = products[index]?.id;
    const first = products.findIndex((product) => product.id === id);
    return `[${index}] is listed but never fetched: [${first}] has the id ${id} too`;
  }).map((line) => `${path}: ${line}`);
}
