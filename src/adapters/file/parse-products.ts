import { InvalidProductError } from '../../domain/invalid-product-error.ts';
import { type Product, productFields, toProducts } from '../../domain/product.ts';
import { describeValue } from '../../domain/wording.ts';
import { CatalogFileError } from './catalog-file-error.ts';
import { locateFaults, locateSyntaxError } from './locate.ts';

/**
 * Parses a catalogue: a JSON array of products, or an object with the array under "products". Like any
 * JSON reader, it rounds numbers to doubles and takes the last of several fields with one name.
 * @param warn called with what is odd, and a list of it: fields that are left out, or no products
 * @throws {CatalogFileError} if `text` is anything else
 */
export function parseProducts(
  text: string,
  warn: (what: string, found?: readonly string[]) => void,
): readonly Product[] {
  const value = parseJson(text);
  const values = Array.isArray(value) ? value : (value as { products?: unknown } | null)?.products;
  if (!Array.isArray(values)) throw new CatalogFileError(`: ${reasonAgainst(value)}`);
  const products = validate(text, values);
  const leftOut = new Set<string>();
  for (const value of values) for (const field in value) leftOut.add(field);
  for (const field of productFields) leftOut.delete(field);
  if (leftOut.size > 0) warn('fields left out', [...leftOut]);
  if (products.length === 0) warn('no products');
  return products;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (!/\S/.test(text)) throw new CatalogFileError(': expected products, got an empty file');
    throw new CatalogFileError(locateSyntaxError(text));
  }
}

/** Makes products of the values in `text`, or adds the line of each fault to the error. */
function validate(text: string, values: readonly unknown[]): readonly Product[] {
  try {
    return toProducts(values);
  } catch (error) {
    if (!(error instanceof InvalidProductError)) throw error;
    const lines = locateFaults(text, error.faults);
    const located = error.faults.map(({ message }, index) => `:${lines[index]}: ${message}`);
    throw new CatalogFileError([`: ${error.summary}`, ...located].join('\n'));
  }
}

/** Why a value that has no array of products is not a catalogue. */
function reasonAgainst(value: unknown): string {
  const object = Object(value);
  if ('products' in object)
    return `"products": expected an array, got ${describeValue(object.products)}`;
  const [field] = typeof value === 'object' ? Object.keys(object) : [];
  const got = field === undefined ? describeValue(value) : `an object with ${describeValue(field)}`;
  const isProduct = productFields.every((name) => name in object);
  const advice = isProduct ? ': put [ and ] around it' : '';
  return `expected an array of products, or an object with that array under "products", got ${got}${advice}`;
}
