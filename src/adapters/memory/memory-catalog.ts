import { type Product, toProducts } from '../../domain/product.ts';
import type { ProductCatalog } from '../../domain/product-catalog.ts';

/** A catalogue that keeps its products in memory and finds one in constant time. */
export class MemoryCatalog implements ProductCatalog {
  #products: readonly Product[] = [];
  #byId: ReadonlyMap<number, Product> = new Map();

  /** @param products as for `replace`, with its errors */
  constructor(products: Iterable<Product>) {
    this.replace(products);
  }

  /**
   * Replaces the collection in one step, by frozen copies, or by an array that `toProducts` has made. Later changes to
   * the caller's own objects do not change the catalogue.
   * @throws {TypeError} as `toProducts`
   */
  replace(products: Iterable<Product>): void {
    const list = toProducts(products);
    const byId = new Map<number, Product>();
    for (const product of list) if (!byId.has(product.id)) byId.set(product.id, product);
    this.#products = list;
    this.#byId = byId;
  }

  list(): readonly Product[] {
    return this.#products;
  }

  findById(id: number): Product | undefined {
    return this.#byId.get(id);
  }

  /** The ids that several products have, each once. `findById` finds only the first of these products. */
  repeatedIds(): readonly number[] {
    const hidden = this.#products.filter((product) => this.#byId.get(product.id) !== product);
    return [...new Set(hidden.map(({ id }) => id))];
  }
}
