import type { Product } from '../../domain/product.ts';
import type { ProductCatalog } from '../../domain/product-catalog.ts';
import { firstTen } from './catalog-file-error.ts';

/**
 * Warns of products that are listed but never returned by id, because an earlier one has the same id.
 * That is allowed, but rarely intended.
 * @param path of the file with the products; each line starts with it
 */
export function describeRepeatedIds(path: string, catalog: ProductCatalog): readonly string[] {
  const products = catalog.list();
  const lines: string[] = [];
  for (const [index, product] of products.entries()) {
    const found = catalog.findById(product.id);
    if (found === product) continue;
    const [first, { id }] = [products.indexOf(found as Product), product];
    lines.push(
      `warning: [${first}] and [${index}] share id ${id}; /api/products/${id} always returns [${first}]`,
    );
  }
  return firstTen(lines).map((line) => `${path}: ${line}`);
}
