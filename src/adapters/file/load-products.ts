import { describeFault, type Product } from '../../domain/product.ts';
import { abridge, CatalogFileError } from './catalog-file-error.ts';
import { findWrongProducts } from './find-wrong-products.ts';
import { readText } from './read-text.ts';
import { findSyntaxFault } from './syntax-fault.ts';

/**
 * Reads a catalogue file: a JSON array of products in UTF-8, as the service itself answers it.
 * What it returns is what is written there, to the last digit; where it cannot be, it refuses.
 * @param path of the file, by which messages call it
 * @throws {CatalogFileError}
 */
export async function loadProducts(path: string): Promise<readonly Product[]> {
  const text = await readText(path);
  const elements = toArray(path, parse(path, text));
  const wrong = findWrongProducts(elements, text);
  if (wrong.length === 0) return elements as readonly Product[];
  const summary = `wrong products: ${wrong.length} of ${elements.length}`;
  throw new CatalogFileError(path, summary, ...abridge(wrong.flat(), (line) => line));
}

function parse(path: string, text: string): unknown {
  if (text.trim() === '') {
    throw new CatalogFileError(path, 'expected an array of products, got an empty file');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { offset, expected } = findSyntaxFault(text);
    const before = text.slice(0, offset).split('\n');
    const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
    const found = text.codePointAt(offset);
    const received =
      found === undefined ? 'the end of the file' : JSON.stringify(String.fromCodePoint(found));
    const reason = `line ${line}, column ${column}: not JSON: expected ${expected}, got ${received}`;
    throw new CatalogFileError(path, reason);
  }
}

function toArray(path: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const fault = { field: undefined, expected: 'an array of products', received: value };
  const arrays = Object.entries(value ?? {}).filter(([, field]) => Array.isArray(field));
  const [key] = arrays.length === 1 ? (arrays[0] ?? []) : [];
  const hint = key === undefined ? '' : `; take out the one under its key ${JSON.stringify(key)}`;
  throw new CatalogFileError(path, describeFault(fault) + hint);
}
