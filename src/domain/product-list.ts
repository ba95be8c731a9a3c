import {
  copyOf,
  findFaults,
  InvalidProductError,
  type Product,
  type ProductFault,
} from './product.ts';

/** What `toProducts` has made. */
const made = new WeakSet<object>();

/**
 * The products that `values` stand for, in their order: a frozen array of frozen copies, so that
 * nobody can change them later. An array that came from here comes back as it is, since nothing of
 * it can have changed: so a large catalogue is checked and copied but once, however many hands it
 * goes through.
 * @param refuse is told of each value that stands for no product, and by its index of which; the
 *   result then goes without it
 * @throws {InvalidProductError} for the first such value, where nobody is to be told
 */
export function toProducts(
  values: Iterable<unknown>,
  refuse: (faults: readonly ProductFault[], index: number) => void = throwInvalid,
): readonly Product[] {
  if (made.has(values)) return values as readonly Product[];
  const products: Product[] = [];
  let index = 0;
  for (const value of values) {
    const faults = findFaults(value);
    if (faults.length === 0) products.push(copyOf(value as Product));
    else refuse(faults, index);
    index += 1;
  }
  made.add(products);
  return Object.freeze(products);
}

function throwInvalid(faults: readonly ProductFault[]): never {
  throw new InvalidProductError(faults);
}
