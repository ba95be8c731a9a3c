import type { Product } from './product.ts';

/**
 * The port through which driving adapters, such as the HTTP adapter, read the products, and which
 * driven adapters, such as `MemoryCatalog`, implement. The port is asynchronous, so that a database
 * can implement it. The promises reject only if the catalogue has failed.
 */
export interface ProductCatalog {
  /** All products, in the same order each time: clients get them in this order. */
  list(): Promise<readonly Product[]>;

  /** A product that has this `id`, or `undefined`. `id` may be any number, even `NaN`. */
  findById(id: number): Promise<Product | undefined>;
}
