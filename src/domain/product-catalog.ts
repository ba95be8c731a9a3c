import type { Product } from './product.ts';

/**
 * The driven port through which the application reads its collection of products.
 *
 * It is synchronous: a catalogue answers from memory, always. Neither method fails for any
 * argument; an exception from one of them is a defect of its adapter.
 */
export interface ProductCatalog {
  /**
   * Every product, in the order that the collection has. The array and the products in it never
   * change, and it is the very same array for as long as the collection is the same: whoever
   * derives something from it may keep that for as long.
   */
  list(): readonly Product[];

  /**
   * The product whose `id` equals `id`, the first in the order of `list()` where several do;
   * `undefined` when none does. Any number may be asked for, `NaN` and infinities too.
   */
  findById(id: number): Product | undefined;
}
