import { type Product, toProduct } from '../../src/domain/product.ts';
import type { ProductCatalog } from '../../src/domain/product-catalog.ts';

/** A catalogue from text with a product a line: its id, its price and its name, between tabs. */
export class TextCatalog implements ProductCatalog {
  readonly #products: readonly Product[];

  /** @throws {InvalidProductError} when a line holds no product */
  constructor(text: string) {
    const lines = text.split('\n').filter((line) => line !== '');
    this.#products = Object.freeze(lines.map(parseLine));
  }

  list(): readonly Product[] {
    return this.#products;
  }

  findById(id: number): Product | undefined {
    return this.#products.find((product) => product.id === id);
  }
}

function parseLine(line: string, index: number): Product {
  const [id, price, ...name] = line.split('\t');
  return toProduct({ id: Number(id), name: name.join('\t'), price: Number(price) }, index);
}
