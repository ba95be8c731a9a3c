import { InvalidProductError } from '../../domain/invalid-product-error.ts';
import { quote, quoteAll } from '../../domain/message.ts';
import { type Product, productFields, validateProducts } from '../../domain/product.ts';
import { findLines, throwSyntaxError } from './json-errors.ts';
import { ProductsFileError } from './products-file-error.ts';

/** Called with a line to print: `products.json: warning: fields left out: "image"`. */
export type OnWarning = (line: string) => void;

/**
 * Makes products of a text: a JSON array of products, or an object with that array under
 * "products". Like any JSON reader, it rounds numbers to doubles, and takes the last of several
 * fields with the same name.
 * @param name what messages call the text, such as the path of its file
 * @param onWarning called with what is valid, but may not be what was meant; by default, the line
 * goes to stderr
 * @returns the frozen products, in the order of the text
 * @throws {ProductsFileError} if the text is not valid
 */
export function parseProducts(
  text: string,
  name: string,
  onWarning: OnWarning = console.warn,
): readonly Product[] {
  const values = valuesIn(parseJson(text, name), name);
  const products = validate(values, text, name);
  for (const warning of warningsAbout(values, products)) onWarning(`${name}: warning: ${warning}`);
  return products;
}

function parseJson(text: string, name: string): unknown {
  if (!/\S/.test(text)) {
    throw new ProductsFileError(`${name}: expected products, got an empty file`);
  }
  try {
    return JSON.parse(text);
  } catch {
    // The engine's own message does not always say where, and changes with its version.
    return throwSyntaxError(text, name);
  }
}

function valuesIn(json: unknown, name: string): readonly unknown[] {
  if (Array.isArray(json)) return json;
  if (typeof json !== 'object' || json === null || !('products' in json)) {
    const expected = 'an array of products, or an object with that array under "products"';
    throw new ProductsFileError(`${name}: expected ${expected}, got ${quote(json)}`);
  }
  if (Array.isArray(json.products)) return json.products;
  const got = quote(json.products);
  throw new ProductsFileError(`${name}: "products": expected an array, got ${got}`);
}

/** @param text in which the lines of the faults are found */
function validate(values: readonly unknown[], text: string, name: string): readonly Product[] {
  try {
    return validateProducts(values);
  } catch (error) {
    if (!(error instanceof InvalidProductError)) throw error;
    const lines = findLines(text, error.faults);
    const faults = error.faults.map(({ message }, position) => {
      const line = lines[position];
      return `${name}${line === undefined ? '' : `:${line}`}: ${message}`;
    });
    throw new ProductsFileError([`${name}: ${error.summary}`, ...faults].join('\n'));
  }
}

/**
 * What is odd about valid products: fields that are not served, ids that are not unique, or no
 * products at all.
 */
function warningsAbout(values: readonly unknown[], products: readonly Product[]): string[] {
  const leftOut = new Set<string>();
  for (const value of values) for (const field in value as object) leftOut.add(field);
  for (const field of productFields) leftOut.delete(field);
  const ids = new Set<number>();
  const duplicates = new Set<number>();
  for (const { id } of products) (ids.has(id) ? duplicates : ids).add(id);

  const warnings: string[] = [];
  if (leftOut.size > 0) warnings.push(`fields left out: ${quoteAll([...leftOut])}`);
  if (duplicates.size > 0) warnings.push(`duplicate ids: ${quoteAll([...duplicates])}`);
  if (products.length === 0) warnings.push('no products');
  return warnings;
}
