import type { Product } from '../../domain/product.ts';
import type { ProductCatalog } from '../../domain/product-catalog.ts';

/**
 * A catalogue that keeps its products in memory, and finds one in constant time. It keeps the given
 * array, unchecked, and finds the first of several products with one id. To change products, call
 * `replace`.
 */
export class MemoryCatalog implements ProductCatalog {
  #products: readonly Product[] = [];
  #byId: ReadonlyMap<number, Product> = new Map();

  constructor(products: readonly Product[]) {
    this.replace(products);
  }

  /** Replaces all products in one step. */
  replace(products: readonly Product[]): void {
    const byId = new Map<number, Product>();
    for (const product of products) if (!byId.has(product.id)) byId.set(product.id, product);
    this.#products = products;
    this.#byId = byId;
  }

  async list(): Promise<readonly Product[]> {
    return this.#products;
  }

  async findById(id: number): Promise<Product | undefined> {
    return this.#byId.get(id);
  }
}
