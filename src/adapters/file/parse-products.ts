import { type Product, productFields } from '../../domain/product.ts';
import { show } from '../../domain/show.ts';
import { CatalogFileError } from './catalog-file-error.ts';
import { checkProducts } from './check-products.ts';
import { findLines } from './find-lines.ts';
import { findSyntaxError } from './syntax-error.ts';
import { type OnWarning, warning } from './warning.ts';

/**
 * Parses a catalogue: a JSON array of products, or an object with the array under "products". Like any
 * JSON reader, it rounds numbers to doubles and takes the last of several fields with one name.
 * @param name what messages call it
 * @param warn called with a line that names the fields that are left out, if there are any
 * @throws {CatalogFileError} if `text` is anything else
 */
export function parseProducts(name: string, text: string, warn: OnWarning): readonly Product[] {
  const value = parseJson(name, text);
  const values = Array.isArray(value) ? value : (value as { products?: unknown } | null)?.products;
  if (!Array.isArray(values)) throw new CatalogFileError(`${name}: ${reasonAgainst(value)}`);
  const products = checkProducts(name, values, (faults) => findLines(text, faults));
  const extra = extraFields(values);
  if (extra.length > 0) warn(warning(name, 'fields left out', extra));
  return products;
}

/** Why a value that has no array of products is not a catalogue. */
function reasonAgainst(value: unknown): string {
  const object = Object(value);
  if ('products' in object) return `"products": expected an array, got ${show(object.products)}`;
  const isProduct = productFields.every((field) => field in object);
  const [field] = typeof value === 'object' ? Object.keys(object) : [];
  const what = field === undefined ? show(value) : `an object with ${show(field)}`;
  const got = isProduct ? 'one product: put [ and ] around it' : what;
  return `expected an array of products, or an object with that array under "products", got ${got}`;
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw findSyntaxError(name, text);
  }
}

/** The names of the extra fields of products. */
function extraFields(products: readonly unknown[]): string[] {
  const names = new Set<string>();
  for (const product of products) {
    const fields = Object.keys(product as object);
    if (fields.length > productFields.length) for (const field of fields) names.add(field);
  }
  for (const field of productFields) names.delete(field);
  return [...names];
}
