import type { Product } from '../../domain/product.ts';

/** A product as JSON: exactly the contract's fields, whatever else an adapter's may carry. */
export function productJson(product: Product): string {
  return JSON.stringify(exactly(product));
}

const serialised = new WeakMap<readonly Product[], Buffer>();

/**
 * A list of products as JSON, in UTF-8. It is serialised once for each array that can never
 * change, and every answer then sends the same octets: none is copied, however many clients are
 * slow to read theirs. An array that may change is serialised each time.
 */
export function listJson(products: readonly Product[]): Buffer {
  const known = serialised.get(products);
  if (known !== undefined) return known;
  const json = Buffer.from(JSON.stringify(products.map(exactly)));
  if (Object.isFrozen(products) && products.every(Object.isFrozen)) serialised.set(products, json);
  return json;
}

function exactly({ id, name, price }: Product): Product {
  return { id, name, price };
}
