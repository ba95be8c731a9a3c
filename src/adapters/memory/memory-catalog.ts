import { type Product, toProduct } from '../../domain/product.ts';
import type { ProductCatalog } from '../../domain/product-catalog.ts';

/** A catalogue that holds its products in memory, and finds one in constant time. */
export class MemoryCatalog implements ProductCatalog {
  readonly #products: readonly Product[];
  readonly #byId = new Map<number, Product>();

  /**
   * Takes frozen copies of `products`, in their order: what the caller does to them later changes
   * nothing, and nothing of the caller's is frozen.
   * @throws {InvalidProductError} for the first value that is not a product, with its index
   * @throws {TypeError} when `products` is not iterable
   */
  constructor(products: Iterable<Product>) {
    if (typeof products?.[Symbol.iterator] !== 'function') {
      throw new TypeError('MemoryCatalog: expected an array of products');
    }
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
