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
  const json = serialise(products);
  if (Object.isFrozen(products) && products.every(Object.isFrozen)) serialised.set(products, json);
  return json;
}

/** So many products at a time: what a million need in between would be gigantic, and stay. */
const BATCH = 1000;

function serialise(products: readonly Product[]): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0; start < products.length; start += BATCH) {
    const json = JSON.stringify(products.slice(start, start + BATCH).map(exactly));
    parts.push(Buffer.from(start === 0 ? '[' : ','), Buffer.from(json.slice(1, -1)));
  }
  return parts.length === 0 ? Buffer.from('[]') : Buffer.concat([...parts, Buffer.from(']')]);
}

function exactly({ id, name, price }: Product): Product {
  return { id, name, price };
}
