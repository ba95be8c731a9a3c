import { describe, findFaults, type Product } from '../../domain/product.ts';
import { CatalogFileError, firstTen } from './catalog-file-error.ts';
import { readText } from './read-text.ts';
import { describeSyntaxError } from './syntax-error.ts';

/**
 * Reads a catalogue file: a JSON array of products in UTF-8, in the format of the service's own list.
 * Like any JSON reader, it rounds numbers to doubles and takes the last of several fields with one name.
 * @param path of the file; `-` for standard input
 * @throws {CatalogFileError} if the file cannot be read or contains anything else
 */
export async function loadProducts(path: string): Promise<readonly Product[]> {
  const values = parseArray(path, await readText(path));
  const wrong: string[][] = [];
  for (const [index, value] of values.entries()) {
    const faults = findFaults(value);
    if (faults.length > 0) wrong.push(faults.map((fault) => `[${index}]${fault}`));
  }
  if (wrong.length === 0) return values as Product[];
  const summary = `wrong products: ${wrong.length} of ${values.length}`;
  throw new CatalogFileError(path, summary, ...firstTen(wrong.flat(), String));
}

function parseArray(path: string, text: string): readonly unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const isEmpty = /^[ \t\n\r]*$/.test(text);
    throw new CatalogFileError(
      path,
      isEmpty ? 'expected an array of products, got an empty file' : describeSyntaxError(text),
    );
  }
  if (Array.isArray(value)) return value;
  throw new CatalogFileError(
    path,
    `expected an array of products, got ${describe(value)}${hint(value)}`,
  );
}

/** Says how to convert a json-server file, which has the array of products under a key. */
function hint(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const arrays = Object.entries(value).filter(([, field]) => Array.isArray(field));
  const [array, ...others] = arrays;
  if (array === undefined || others.length > 0) return '';
  return `; save the array under ${JSON.stringify(array[0])} as the whole file`;
}
