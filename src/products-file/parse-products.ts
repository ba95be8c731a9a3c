import {
  InvalidProductsError,
  PRODUCT_FIELDS,
  type Product,
  validateProducts,
} from '../domain/product.ts';
import { formatFaults, formatSyntaxError } from './json-faults.ts';
import { toPrintable } from './printable.ts';
import { ProductsFileError } from './products-file-error.ts';

/** Called with a line to print: `products.json: warning: fields left out: "image"`. */
export type OnWarning = (line: string) => void;

/**
 * Makes products from a text: a JSON array of products, or an object with that array under
 * "products", with or without a byte-order mark. Like `JSON.parse`, it rounds numbers to doubles,
 * and takes the last of several fields with the same name.
 * @param label the name of the text in messages, such as the path of its file
 * @param onWarning called with each line about what may be a mistake; default: `console.warn`
 * @returns the frozen products, in the order of the text
 * @throws {ProductsFileError} if the text is not valid
 */
export function parseProducts(
  content: string,
  label: string,
  onWarning: OnWarning = console.warn,
): readonly Product[] {
  const text = content.replace(/^\ufeff/, '');
  const json = parseJson(text, label);
  const arrayPath = Array.isArray(json) ? [] : ['products'];
  const values = Array.isArray(json) ? json : (json as { products?: unknown } | null)?.products;
  if (!Array.isArray(values)) {
    const message = 'expected an array of products, or an object with that array under "products"';
    throw new ProductsFileError(formatFaults(text, label, [{ path: arrayPath, message }]));
  }
  try {
    const products = validateProducts(values);
    for (const line of warningsAbout(values, products)) onWarning(`${label}: warning: ${line}`);
    return products;
  } catch (error) {
    if (!(error instanceof InvalidProductsError)) throw error;
    const faults = error.faults.map((fault) => ({ ...fault, path: [...arrayPath, ...fault.path] }));
    const lines = [`${label}: ${error.summary}`, formatFaults(text, label, faults)];
    // The name of a field that is missing may be misspelt.
    const incomplete = error.faults.flatMap(({ path: [index, field] }) => {
      const value = values[Number(index)] as Record<string, unknown>;
      return field !== undefined && value[field] === undefined ? value : [];
    });
    const notRead = listOtherFields(incomplete);
    if (notRead !== '') lines.push(`${label}: fields that are not read: ${notRead}`);
    throw new ProductsFileError(lines.join('\n'));
  }
}

function parseJson(text: string, label: string): unknown {
  if (!/\S/.test(text)) {
    throw new ProductsFileError(`${label}: expected products, got an empty file`);
  }
  try {
    return JSON.parse(text);
  } catch {
    // The engine's own message does not always say where, and changes with its version.
    throw new ProductsFileError(formatSyntaxError(text, label));
  }
}

/** What is odd about valid products: other fields, ids that are not unique, or no products. */
function warningsAbout(values: readonly unknown[], products: readonly Product[]): string[] {
  const leftOut = listOtherFields(values);
  const ids = new Set<number>();
  const duplicates = new Set<number>();
  for (const { id } of products) {
    if (ids.has(id)) duplicates.add(id);
    ids.add(id);
  }

  const warnings: string[] = [];
  if (leftOut !== '') warnings.push(`fields left out: ${leftOut}`);
  if (duplicates.size > 0) warnings.push(`duplicate ids: ${listFirstTen(duplicates)}`);
  if (products.length === 0) warnings.push('no products');
  return warnings;
}

/** The fields of the values that no product has: `"image", "colour"`; empty if there are none. */
function listOtherFields(values: readonly unknown[]): string {
  const fields = new Set<string>();
  for (const value of values) for (const field of Object.keys(value as object)) fields.add(field);
  for (const field of PRODUCT_FIELDS) fields.delete(field);
  return listFirstTen(fields);
}

function listFirstTen(values: ReadonlySet<string | number>): string {
  const shown = [...values].slice(0, 10).map((value) => toPrintable(JSON.stringify(value)));
  if (values.size > shown.length) shown.push('…');
  return shown.join(', ');
}
