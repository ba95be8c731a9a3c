import type { Product } from '../../domain/product.ts';
import type { ProductCatalog } from '../../domain/product-catalog.ts';

/**
 * A catalogue that keeps its products in memory, and finds one in constant time. It keeps the array
 * that it is given, for example from `validateProducts`, and does not check it. If that array
 * changes later, `findById` does not notice; call `replace` instead. Of several products with one
 * id, it finds the first. The HTTP adapter serialises a frozen array of frozen products once, and
 * any other for each request.
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
