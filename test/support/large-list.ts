import type { Product } from '../../src/domain/product.ts';

/** A list that is too large for the buffers of a socket: about 20 MB. */
export const largeList: readonly Product[] = Array.from({ length: 2000 }, (_, id) => {
  return { id, name: 'x'.repeat(10_000), price: 1 };
});
