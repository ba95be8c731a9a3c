import { InvalidProductError } from '../../domain/invalid-product-error.ts';
import { quote, quoteAll } from '../../domain/message.ts';
import { type Product, productFields, validateProducts } from '../../domain/product.ts';
import { findLines, throwSyntaxError } from './json-errors.ts';
import { ProductsFileError, UnnamedFileError } from './products-file-error.ts';
import { readText } from './read-text.ts';

/** Called with a line to print: `products.json: warning: fields left out: "image"`. */
export type OnWarning = (line: string) => void;

/** What messages call the file with this path. */
export function nameOf(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/** A line to print about the file with this path: `products.json: warning: no products`. */
export function formatWarning(path: string, warning: string): string {
  return `${nameOf(path)}: warning: ${warning}`;
}

/**
 * Reads a products file: a JSON array of products in UTF-8, or an object with that array under "products". Like any
 * JSON reader, it rounds numbers to doubles, and takes the last of several fields with the same name.
 * @param path of a regular file; `-` for standard input
 * @param onWarning called if fields are left out, or there are no products; by default, the line goes to stderr
 * @returns the frozen products, in the order of the file
 * @throws {ProductsFileError} if the file cannot be read, or is not valid
 */
export async function loadProducts(
  path: string,
  onWarning: OnWarning = console.warn,
): Promise<readonly Product[]> {
  const name = nameOf(path);
  let text = '';
  try {
    text = await readText(path);
    const values = productsIn(parseJson(text));
    const products = validateProducts(values);
    for (const warning of warningsAbout(values)) onWarning(formatWarning(path, warning));
    return products;
  } catch (error) {
    if (error instanceof UnnamedFileError) {
      throw new ProductsFileError(`${name}${error.place}: ${error.message}`, {
        cause: error.cause,
      });
    }
    if (!(error instanceof InvalidProductError)) throw error;
    const lines = findLines(text, error.faults);
    const faults = error.faults.map(({ message }, position) => {
      const line = lines[position];
      return `${name}${line === undefined ? '' : `:${line}`}: ${message}`;
    });
    throw new ProductsFileError([`${name}: ${error.summary}`, ...faults].join('\n'));
  }
}

function parseJson(text: string): unknown {
  if (!/\S/.test(text)) throw new UnnamedFileError('expected products, got an empty file');
  try {
    return JSON.parse(text);
  } catch {
    // The engine's own message does not always say where, and changes with its version.
    throwSyntaxError(text);
  }
}

function productsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const isObject = typeof value === 'object' && value !== null;
  if (!isObject || !('products' in value)) {
    const expected = 'an array of products, or an object with that array under "products"';
    throw new UnnamedFileError(`expected ${expected}, got ${quote(value)}`);
  }
  if (Array.isArray(value.products)) return value.products;
  throw new UnnamedFileError(`"products": expected an array, got ${quote(value.products)}`);
}

/** What is odd about valid products: fields that are not served, or no products at all. */
function warningsAbout(values: readonly unknown[]): string[] {
  const leftOut = new Set<string>();
  for (const value of values) for (const field in value as object) leftOut.add(field);
  for (const field of productFields) leftOut.delete(field);
  const warnings: string[] = [];
  if (leftOut.size > 0) warnings.push(`fields left out: ${quoteAll([...leftOut])}`);
  if (values.length === 0) warnings.push('no products');
  return warnings;
}
