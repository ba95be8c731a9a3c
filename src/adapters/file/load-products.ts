import type { Product, ProductFault } from '../../domain/product.ts';
import { toProducts } from '../../domain/product-list.ts';
import { abridge, CatalogFileError } from './catalog-file-error.ts';
import { describeWrong } from './describe-wrong.ts';
import { describeNoArray } from './no-array.ts';
import { parsePieces } from './parse-pieces.ts';
import { readOctets } from './read-octets.ts';
import { scanSource } from './scan-source.ts';

/**
 * Reads a catalogue file: a JSON array of products in UTF-8, as the service itself answers it.
 * What it returns is what is written there, to the last digit; where it cannot be, it refuses.
 * @param path of the file, by which messages call it
 * @throws {CatalogFileError}
 */
export async function loadProducts(path: string): Promise<readonly Product[]> {
  const octets = await readOctets(path);
  try {
    return check(path, octets);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CatalogFileError(path, describeNoArray(octets.toString()));
  }
}

function check(path: string, octets: Buffer): readonly Product[] {
  const { faults: inSource, commas } = scanSource(octets);
  const inValue = new Map<number, readonly ProductFault[]>();
  const products = toProducts(parsePieces(octets, commas), (faults, index) => {
    inValue.set(index, faults);
  });
  const wrong = describeWrong(inValue, inSource);
  if (wrong.length === 0) return products;
  const summary = `wrong products: ${wrong.length} of ${products.length + inValue.size}`;
  throw new CatalogFileError(path, summary, ...abridge(wrong.flat(), (line) => line));
}
