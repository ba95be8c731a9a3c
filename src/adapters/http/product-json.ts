import type { Product } from '../../domain/product.ts';

/** A product as JSON, with exactly the contract's fields, even if an adapter's product has more. */
export function productJson(product: Product): string {
  return JSON.stringify(contractFields(product));
}

const bytesByList = new WeakMap<readonly Product[], Buffer>();

/**
 * A list of products as JSON in UTF-8. An array is serialised once, since the port promises that it never changes. All
 * responses send the same bytes: they are never copied, even if clients read slowly.
 */
export function listJson(products: readonly Product[]): Buffer {
  const known = bytesByList.get(products);
  if (known !== undefined) return known;
  const json = serialize(products);
  bytesByList.set(products, json);
  return json;
}

/** Products per batch: as one string, a million products would take some 110 MB more while they are serialised. */
const BATCH = 500;

function serialize(products: readonly Product[]): Buffer {
  const chunks: Buffer[] = [];
  for (let start = 0; start < products.length; start += BATCH) {
    const batch = products.slice(start, start + BATCH).map(contractFields);
    const separator = start === 0 ? '[' : ',';
    chunks.push(Buffer.from(separator + JSON.stringify(batch).slice(1, -1)));
  }
  return chunks.length === 0 ? Buffer.from('[]') : Buffer.concat([...chunks, Buffer.from(']')]);
}

function contractFields({ id, name, price }: Product): Product {
  return { id, name, price };
}
