import { type Product, productFields } from '../../domain/product.ts';

/**
 * The fields to write, in their order, even if some adapter's products have more. `JSON.stringify`
 * wants a mutable array, but only reads it.
 */
const fields = productFields as string[];

/** A product as JSON. */
export function productJson(product: Product): string {
  return JSON.stringify(product, fields);
}

const bytesByList = new WeakMap<readonly Product[], Buffer>();

/**
 * A list of products as JSON in UTF-8. The bytes of a list that cannot change are kept, and every
 * response sends the same ones. Any other list is serialised each time, so it is never stale.
 */
export function listJson(products: readonly Product[]): Buffer {
  const kept = bytesByList.get(products);
  if (kept !== undefined) return kept;
  const bytes = Buffer.from(JSON.stringify(products, fields));
  const isImmutable = Object.isFrozen(products) && products.every(Object.isFrozen);
  if (isImmutable) bytesByList.set(products, bytes);
  return bytes;
}
