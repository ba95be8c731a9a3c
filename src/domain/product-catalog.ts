import type { Product } from './product.ts';

/**
 * The port through which driving adapters, such as the HTTP adapter, read the products. A driven
 * adapter, such as `MemoryCatalog`, implements it.
 *
 * It is synchronous, because a catalogue always answers from memory. An exception is a bug: nothing
 * that is asked for makes a method throw.
 */
export interface ProductCatalog {
  /**
   * All products, in the order of the collection. The array and its products never change, and
   * `list` returns the same array until the collection changes. So callers may cache what they
   * derive from it in a `WeakMap` with the array as the key.
   */
  list(): readonly Product[];

  /**
   * The first product in the order of `list()` that has this `id`, or `undefined`. `id` may be any
   * number, even `NaN` or an infinity.
   */
  findById(id: number): Product | undefined;
}
