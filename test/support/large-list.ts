import type { Product } from '../../src/domain/product.ts';

/** So large a list that no socket's buffers hold it: some 20 MB. */
export const largeList: readonly Product[] = Array.from({ length: 2000 }, (_, id) => {
  return { id, name: 'x'.repeat(10_000), price: 1 };
});
