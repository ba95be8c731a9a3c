import type { Product } from './product.ts';

/**
 * The port through which driving adapters, such as the HTTP adapter, read the products. A driven
 * adapter, such as `MemoryCatalog`, implements it. It is asynchronous, so that a database can
 * implement it. Its promises reject only if the catalogue has failed.
 */
export interface ProductCatalog {
  /** All products, in the order of the collection. */
  list(): Promise<readonly Product[]>;

  /**
   * The first product in the order of `list()` that has this `id`, or `undefined`. `id` may be any
   * number, even `NaN`.
   */
  findById(id: number): Promise<Product | undefined>;
}
