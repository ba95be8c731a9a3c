import { validateProducts } from '../../src/domain/product.ts';

/**
 * A list that is too large for the buffers of a socket: about 10 MB. A catalogue takes it as it is,
 * so it is serialised once for all tests of a process.
 */
export const largeList = validateProducts(
  Array.from({ length: 1000 }, (_, id) => ({ id, name: 'x'.repeat(10_000), price: 1 })),
);
