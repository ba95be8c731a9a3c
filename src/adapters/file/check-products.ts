import { type Fault, InvalidProductError } from '../../domain/invalid-product-error.ts';
import { type Product, toProducts } from '../../domain/product.ts';
import { CatalogFileError } from './catalog-file-error.ts';

/**
 * Makes products of the values in a file.
 * @param name what messages call it
 * @param findLines returns the line of each fault, counted from 1, or `undefined` if it is not known
 * @throws {CatalogFileError} if any value is not a product
 */
export function checkProducts(
  name: string,
  values: readonly unknown[],
  findLines: (faults: readonly Fault[]) => readonly (number | undefined)[],
): readonly Product[] {
  try {
    return toProducts(values);
  } catch (error) {
    if (!(error instanceof InvalidProductError)) throw error;
    const lines = findLines(error.faults);
    const reasons = error.faults.map(({ message }, index) => {
      const place = lines[index] === undefined ? name : `${name}:${lines[index]}`;
      return `${place}: ${message}`;
    });
    throw new CatalogFileError([`${name}: ${error.summary}`, ...reasons].join('\n'));
  }
}
