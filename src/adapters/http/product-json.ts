import type { Product } from '../../domain/product.ts';

/** A product as JSON: exactly the contract's fields, whatever else an adapter's may carry. */
export function productJson(product: Product): string {
  return JSON.stringify(exactly(product));
}

const serialised = new WeakMap<readonly Product[], Buffer>();

/**
 * A list of products as JSON, in UTF-8. It is serialised once for each array that can never change,
 * and every answer then sends the same bytes: none is copied, however slowly clients read. An array
 * that is not frozen is serialised each time.
 */
export function listJson(products: readonly Product[]): Buffer {
  const known = serialised.get(products);
  if (known !== undefined) return known;
  const json = serialise(products);
  if (Object.isFrozen(products) && products.every(Object.isFrozen)) serialised.set(products, json);
  return json;
}

/** So many products at a time: the JSON of a million would be a gigantic string for a moment. */
const BATCH = 500;

function serialise(products: readonly Product[]): Buffer {
  const chunks: Buffer[] = [];
  for (let start = 0; start < products.length; start += BATCH) {
    const json = JSON.stringify(products.slice(start, start + BATCH).map(exactly));
    chunks.push(Buffer.from(`${start === 0 ? '[' : ','}${json.slice(1, -1)}`));
  }
  return chunks.length === 0 ? Buffer.from('[]') : Buffer.concat([...chunks, Buffer.from(']')]);
}

function exactly({ id, name, price }: Product): Product {
  if (id === undefined) throw new TypeError('the catalog returned something other than a product');
  return { id, name, price };
}
