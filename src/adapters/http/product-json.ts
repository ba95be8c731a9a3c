import { type Product, pickProductFields } from '../../domain/product.ts';

/** A product as JSON, with exactly its fields, even if some adapter's products have more. */
export function serializeProduct(product: Product): string {
  return JSON.stringify(pickProductFields(product));
}

const bytesByList = new WeakMap<readonly Product[], Buffer>();

/**
 * A list as JSON in UTF-8. The bytes of a list that cannot change are kept for all responses. Any
 * other list is serialised each time, so it is never stale.
 */
export function serializeList(products: readonly Product[]): Buffer {
  const kept = bytesByList.get(products);
  if (kept !== undefined) return kept;
  const bytes = Buffer.from(JSON.stringify(products.map(pickProductFields)));
  const isImmutable = Object.isFrozen(products) && products.every(Object.isFrozen);
  if (isImmutable) bytesByList.set(products, bytes);
  return bytes;
}
