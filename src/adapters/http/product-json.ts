import { type Product, productFields } from '../../domain/product.ts';

/**
 * What is written of a product, even if some adapter's product has more. It is a copy, since
 * `JSON.stringify` takes a mutable array.
 */
const fields = [...productFields];

/** A product as JSON. */
export function productJson(product: Product): string {
  return JSON.stringify(product, fields);
}

const bytesByList = new WeakMap<readonly Product[], Buffer>();

/**
 * A list of products as JSON in UTF-8. An array is serialised once, since the port promises that it
 * never changes. All responses send the same bytes: they are never copied, even if clients read
 * slowly.
 */
export function listJson(products: readonly Product[]): Buffer {
  const known = bytesByList.get(products);
  if (known !== undefined) return known;
  const bytes = Buffer.from(JSON.stringify(products, fields));
  bytesByList.set(products, bytes);
  return bytes;
}
