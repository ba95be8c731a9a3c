import { checkProducts } from '../../src/adapters/file/parse-products.ts';
import { nameOf, readText } from '../../src/adapters/file/read-text.ts';
import type { Product } from '../../src/domain/product.ts';

/**
 * Reads one product per line: id, price and name, separated by tabs.
 * @throws {CatalogFileError} if the file cannot be read, or a line is not a valid product
 */
export async function loadLines(path: string): Promise<readonly Product[]> {
  const text = (await readText(path)).replace(/[\r\n]+$/, '');
  const lines = text === '' ? [] : text.split(/\r?\n/);
  return checkProducts(nameOf(path), lines.map(parseLine), (faults) =>
    faults.map(({ index }) => index + 1),
  );
}

function parseLine(line: string): unknown {
  const [id, price, name] = line.split('\t');
  return { id: parseNumber(id), name, price: parseNumber(price) };
}

/** What is not a number stays as it is, so the message can show it: `Number('')` would be 0. */
function parseNumber(text = ''): number | string {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
