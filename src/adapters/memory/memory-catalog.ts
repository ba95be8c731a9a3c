import type { Product } from '../../domain/product.ts';
import type { ProductCatalog } from '../../domain/product-catalog.ts';
import { toProducts } from '../../domain/product-list.ts';

/** A catalogue that holds its products in memory, and finds one in constant time. */
export class MemoryCatalog implements ProductCatalog {
  readonly #products: readonly Product[];
  readonly #byId = new Map<number, Product>();

  /**
   * The products that are listed but never found, since one before them has the same id: the index
   * of each in `list()`.
   */
  readonly shadowed: readonly number[];

  /**
   * Takes a copy of `products`, in their order: what the caller does to them later changes nothing.
   * @throws {InvalidProductError} when one of them is no valid product
   */
  constructor(products: Iterable<Product>) {
    this.#products = toProducts(products);
    const shadowed: number[] = [];
    let index = 0;
    for (const product of this.#products) {
      if (this.#byId.has(product.id)) shadowed.push(index);
      else this.#byId.set(product.id, product);
      index += 1;
    }
    this.shadowed = Object.freeze(shadowed);
  }

  list(): readonly Product[] {
    return this.#products;
  }

  findById(id: number): Product | undefined {
    return this.#byId.get(id);
  }
}
