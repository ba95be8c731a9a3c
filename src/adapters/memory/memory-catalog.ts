import { type Product, toProduct } from '../../domain/product.ts';
import type { ProductCatalog } from '../../domain/product-catalog.ts';

/** A catalogue that holds its products in memory, and finds one in constant time. */
export class MemoryCatalog implements ProductCatalog {
  readonly #products: readonly Product[];
  readonly #byId = new Map<number, Product>();

  /**
   * Takes a copy of `products`, in their order: what the caller does to them later changes nothing.
   * @throws {InvalidProductError} when one of them is no valid product
   */
  constructor(products: Iterable<Product>) {
    this.#products = Object.freeze(Array.from(products, toProduct));
    for (const product of this.#products) {
      if (!this.#byId.has(product.id)) this.#byId.set(product.id, product);
    }
  }

  list(): readonly Product[] {
    return this.#products;
  }

  findById(id: number): Product | undefined {
    return this.#byId.get(id);
  }
}
