import type { ProductCatalog } from '../../domain/product-catalog.ts';
import { firstTen } from './catalog-file-error.ts';

/**
 * Warns of products that are listed but never returned by id, because an earlier one has the same id.
 * That is allowed, but rarely intended.
 * @param path of the file with the products; each line starts with it
 */
export function describeRepeatedIds(path: string, catalog: ProductCatalog): readonly string[] {
  const products = catalog.list();
  const repeated = products.flatMap((product, index) =>
    catalog.findById(product.id) === product ? [] : [{ product, index }],
  );
  const lines = firstTen(repeated, ({ product: { id }, index }) => {
    const first = products.findIndex((product) => product.id === id);
    return `warning: [${first}] and [${index}] share id ${id}; /api/products/${id} always returns [${first}]`;
  });
  return lines.map((line) => `${path}: ${line}`);
}
