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

/** So many products at a time: a million's JSON would be a gigantic string, and stay a while. */
const BATCH = 500;
/** Most octets of UTF-8 that a code unit of a string takes. */
const WIDEST = 3;
const COMMA = 0x2c;
/** Octets of room beyond twice what is written: pages that are never touched take no memory. */
const MOST_AHEAD = 64 * 1024 * 1024;

function serialise(products: readonly Product[]): Buffer {
  let json = Buffer.from(batchJson(products, 0));
  let length = json.length;
  for (let start = BATCH; start < products.length; start += BATCH) {
    const batch = batchJson(products, start);
    const most = batch.length * WIDEST;
    if (json.length - length < most) {
      // Room for all, if the others are like these; but they may be far shorter.
      const alike = Math.ceil((1.1 * length * products.length) / start);
      const room = Math.min(alike, 2 * length + MOST_AHEAD) + most;
      const larger = Buffer.allocUnsafe(room);
      json.copy(larger, 0, 0, length);
      json = larger;
    }
    const comma = length - 1;
    // With the length: without it, Node 20 writes nothing where more than 2 GiB are left.
    length = comma + json.write(batch, comma, most);
    json[comma] = COMMA;
  }
  return json.subarray(0, length);
}

/** A batch as an array of its own. */
function batchJson(products: readonly Product[], start: number): string {
  return JSON.stringify(products.slice(start, start + BATCH).map(exactly));
}

function exactly({ id, name, price }: Product): Product {
  return { id, name, price };
}
