import { type Product, toProduct } from '../../domain/product.ts';
import type { ProductCatalog } from '../../domain/product-catalog.ts';

/** A catalogue that keeps its products in memory and finds one in constant time. */
export class MemoryCatalog implements ProductCatalog {
  #products: readonly Product[] = [];
  #byId: ReadonlyMap<number, Product> = new Map();

  /** As `replace`. */
  constructor(products: Iterable<Product>) {
    this.replace(products);
  }

  /**
   * Replaces the collection in one step. It makes frozen copies, so that the caller can still change its
   * own objects, and that does not change the catalogue.
   * @throws {InvalidProductError} for the first value that is not a product, with its index
   * @throws {TypeError} if `products` is not iterable
   */
  replace(products: Iterable<Product>): void {
    if (typeof products?.[Symbol.iterator] !== 'function') {
      throw new TypeError('MemoryCatalog: expected an array of products');
    }
    const copies = Object.freeze(Array.from(products, toProduct));
    const byId = new Map<number, Product>();
    for (const product of copies) if (!byId.has(product.id)) byId.set(product.id, product);
    this.#products = copies;
    this.#byId = byId;
  }

  list(): readonly Product[] {
    return this.#products;
  }

  findById(id: number): Product | undefined {
    return this.#byId.get(id);
  }
}
