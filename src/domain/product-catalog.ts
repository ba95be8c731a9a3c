import type { Product } from './product.ts';

/**
 * The driven port through which the application reads its collection of products.
 *
 * It is synchronous, because a catalogue always answers from memory. `list` never throws, and neither does
 * `findById`, whatever number it gets; an exception is a bug in the adapter.
 */
export interface ProductCatalog {
  /**
   * All products, in the order of the collection. The array and its products never change. As long as
   * the collection is the same, so is the array: you may cache what you derive from it, with the array
   * as the key.
   */
  list(): readonly Product[];

  /**
   * The first product in the order of `list()` that has this `id`, or `undefined`. `id` may be any number,
   * even `NaN` or an infinity.
   */
  findById(id: number): Product | undefined;
}
