import type { ProductCatalog } from '../../domain/product-catalog.ts';

/**
 * Warns of products that are listed but never found by their id, because an earlier one has the same id.
 * That is allowed, but rarely intended.
 * @returns how many there are, and the first of them; `undefined` if there are none
 */
export function describeRepeatedIds(catalog: ProductCatalog): string | undefined {
  const products = catalog.list();
  const repeated = products.filter((product) => catalog.findById(product.id) !== product);
  const [second] = repeated;
  if (second === undefined) return undefined;
  const { id } = second;
  const count = repeated.length;
  const first = products.findIndex((product) => product.id === id);
  const pair = `[${first}] and [${products.indexOf(second)}]`;
  return `${count.toLocaleString('en')} repeated ${count === 1 ? 'id' : 'ids'}; ${pair} share id ${id}, and only [${first}] is found by it`;
}
