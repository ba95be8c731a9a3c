import type { ProductCatalog } from '../../domain/product-catalog.ts';
import { firstTen } from './catalog-file-error.ts';

/**
 * Warns of products that are listed but never returned by id, because an earlier one has the same id.
 * That is allowed, but rarely intended.
 * @param path of the file with the products; each line starts with it
 */
export function describeRepeatedIds(path: string, catalog: ProductCatalog): readonly string[] {
  const products = catalog.list();
  const repeated: number[] = [];
  for (const [index, product] of products.entries()) {
    if (catalog.findById(product.id) !== product) repeated.push(index);
  }
  const lines = firstTen(repeated, (index) => {
    const id = products[index]?.id;
    const first = products.findIndex((product) => product.id === id);
    return `warning: [${first}] and [${index}] share id ${id}; /api/products/${id} always returns [${first}]`;
  });
  return lines.map((line) => `${path}: ${line}`);
}
