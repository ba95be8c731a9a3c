import { type Product, productFields } from '../../domain/product.ts';

/**
 * The fields to write, even if some adapter's products have more. The type is that of
 * `JSON.stringify`, which does not change the array.
 */
const fields = productFields as string[];

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
