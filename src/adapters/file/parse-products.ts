import type { Product } from '../../domain/product.ts';
import { quote } from '../../domain/quote.ts';
import { CatalogFileError } from './catalog-file-error.ts';
import { checkProducts } from './check-products.ts';
import { describeExtraFields } from './extra-fields.ts';
import { findLines } from './find-lines.ts';
import { describeSyntaxError } from './syntax-error.ts';

/**
 * Parses a catalogue: a JSON array of products, or an object with the array under "products". Like any
 * JSON reader, it rounds numbers to doubles and takes the last of several fields with one name.
 * @param path of the file, for messages
 * @param onWarning called with a line that names fields that are not served, if there are any
 * @throws {CatalogFileError} if `text` is anything else
 */
export function parseProducts(
  path: string,
  text: string,
  onWarning: (line: string) => void,
): readonly Product[] {
  const values = findArray(path, parseJson(path, text));
  const products = checkProducts(path, values, (faults) => findLines(text, faults));
  const extra = describeExtraFields(values);
  if (extra !== undefined) onWarning(`${path}: warning: not served: ${extra}`);
  return products;
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (/^[ \t\n\r]*$/.test(text)) {
      throw new CatalogFileError(`${path}: expected an array of products, got an empty file`);
    }
    const hint = path.endsWith('.json') ? '' : ' (a catalogue file is a JSON array)';
    throw new CatalogFileError(describeSyntaxError(path, text) + hint);
  }
}

function findArray(path: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const products = isObject(value) ? value.products : undefined;
  if (Array.isArray(products)) return products;
  const [what, got] =
    products === undefined
      ? ['an array of products', isObject(value) ? describeObject(value) : quote(value)]
      : ['an array under "products"', quote(products)];
  throw new CatalogFileError(`${path}: expected ${what}, got ${got}`);
}

const list = new Intl.ListFormat('en-GB');

function describeObject(value: object): string {
  const fields = Object.keys(value);
  if (fields.length === 0) return 'an empty object';
  const names = fields.slice(0, 3).map(quote);
  if (fields.length > 3) names.push(`${fields.length - 3} more`);
  const advice = fields.includes('id') ? 'put it in [ ]' : 'the products go under "products"';
  return `an object with ${list.format(names)}; ${advice}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
