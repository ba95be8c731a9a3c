import type { Product } from '../../domain/product.ts';
import type { ProductCatalog } from '../../domain/product-catalog.ts';
import { abridge } from './catalog-file-error.ts';

/**
 * Says which products of a catalogue can be listed but never fetched, since one before them has
 * the same id. That is allowed, and seldom meant.
 * @param path of the file that they come from
 * @returns a line for each of the first ten, and one for the others; none where all can be fetched
 */
export function describeShadowed(path: string, catalog: ProductCatalog): readonly string[] {
  const products = catalog.list();
  const shadowed: [index: number, product: Product, by: Product][] = [];
  for (const [index, product] of products.entries()) {
    const first = catalog.findById(product.id);
    if (first !== undefined && first !== product) shadowed.push([index, product, first]);
  }
  return abridge(shadowed, ([index, { id }, by]) => {
    return `[${index}] is listed but never fetched: [${products.indexOf(by)}] has the id ${id} too`;
  }).map((line) => `${path}: ${line}`);
}
