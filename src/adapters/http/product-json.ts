import type { Product } from '../../domain/product.ts';

/** A product as JSON, with exactly the contract's fields, even if an adapter's product has more. */
export function productJson(product: Product): string {
  return JSON.stringify(contractFields(product));
}

const serialized = new WeakMap<readonly Product[], Buffer>();

/**
 * A list of products as JSON in UTF-8. A frozen array is serialised once, and all responses send the same bytes: they
 * are never copied, even if clients read slowly. The port's arrays never change; one that is not frozen might, all
 * the same, so it is serialised each time.
 */
export function listJson(products: readonly Product[]): Buffer {
  // A program without types may have an asynchronous `list`, or one that returns a Map.
  if (!Array.isArray(products)) {
    throw new TypeError('the catalogue returned something other than an array of products');
  }
  const known = serialized.get(products);
  if (known !== undefined) return known;
  const json = serialize(products);
  if (Object.isFrozen(products) && products.every(Object.isFrozen)) serialized.set(products, json);
  return json;
}

/** Products per batch, because the JSON of a million products would be a huge temporary string. */
const BATCH = 500;

function serialize(products: readonly Product[]): Buffer {
  const chunks: Buffer[] = [];
  for (let start = 0; start < products.length; start += BATCH) {
    const batch = products.slice(start, start + BATCH);
    const json = JSON.stringify(batch.map(contractFields));
    chunks.push(Buffer.from(`${start === 0 ? '[' : ','}${json.slice(1, -1)}`));
  }
  return chunks.length === 0 ? Buffer.from('[]') : Buffer.concat([...chunks, Buffer.from(']')]);
}

function contractFields({ id, name, price }: Product): Product {
  // Guards against an asynchronous `findById` of a program without types: its Promise would be served as `{}`.
  if (id === undefined) {
    throw new TypeError('the catalogue returned something other than a product');
  }
  return { id, name, price };
}
