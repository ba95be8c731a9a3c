import type { Product } from '../../domain/product.ts';
import { quote } from '../../domain/quote.ts';
import { CatalogFileError } from './catalog-file-error.ts';
import { checkProducts } from './check-products.ts';
import { findLines } from './find-lines.ts';
import { throwSyntaxError } from './syntax-error.ts';
import { type OnWarning, warning } from './warning.ts';

/**
 * Parses a catalogue: a JSON array of products, or an object with the array under "products". Like any
 * JSON reader, it rounds numbers to doubles and takes the last of several fields with one name.
 * @param file what messages call it
 * @param warn called with a line that names the fields that are left out, if there are any
 * @throws {CatalogFileError} if `text` is anything else
 */
export function parseProducts(file: string, text: string, warn: OnWarning): readonly Product[] {
  const value = parseJson(file, text);
  const values = Array.isArray(value) ? value : (value as { products?: unknown } | null)?.products;
  if (!Array.isArray(values)) {
    const expected = 'an array of products, or an object with one under "products"';
    throw new CatalogFileError(`${file}: expected ${expected}, got ${quote(value)}`);
  }
  const products = checkProducts(file, values, (faults) => {
    return unlessTooDeep(() => findLines(text, faults)) ?? [];
  });
  const extra = extraFields(values);
  if (extra.length > 0) warn(warning(file, 'fields left out', extra));
  return products;
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Throws, unless it is too deep.
    unlessTooDeep(() => throwSyntaxError(file, text));
    throw new CatalogFileError(`${file}: not JSON, and nested too deeply to say where`);
  }
}

/** The names of the fields that products have beyond the three that each has. */
function extraFields(products: readonly unknown[]): string[] {
  const names = new Set<string>();
  for (const product of products) {
    const fields = Object.keys(product as object);
    if (fields.length > 3) for (const field of fields) names.add(field);
  }
  return [...names].filter((name) => !['id', 'name', 'price'].includes(name));
}

/** @returns `undefined` for very deep nesting: jsonc-parser is recursive, and overflows the stack */
function unlessTooDeep<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
