import type { Product } from '../../domain/product.ts';
import type { ProductCatalog } from '../../domain/product-catalog.ts';

/** A catalogue that keeps its products in memory, and finds one in constant time. */
export class MemoryCatalog implements ProductCatalog {
  #products: readonly Product[] = [];
  #byId: ReadonlyMap<number, Product> = new Map();

  /** @param products see `replace` */
  constructor(products: readonly Product[]) {
    this.replace(products);
  }

  /**
   * Replaces all products in one step.
   * @param products valid products, such as those of `validateProducts`. The catalogue keeps this
   * array without copying it, and freezes it, so that a later `push` throws.
   */
  replace(products: readonly Product[]): void {
    const byId = new Map<number, Product>();
    for (const product of products) if (!byId.has(product.id)) byId.set(product.id, product);
    this.#products = Object.freeze(products);
    this.#byId = byId;
  }

  list(): readonly Product[] {
    return this.#products;
  }

  findById(id: number): Product | undefined {
    return this.#byId.get(id);
  }
}
