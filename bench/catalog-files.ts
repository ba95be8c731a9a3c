import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeProducts } from './products.ts';

/**
 * Writes catalogue files of so many products each, in a temporary folder that goes with this process.
 * @returns where the one is that holds so many
 */
export async function writeCatalogFiles(
  sizes: readonly number[],
): Promise<(held: number) => string> {
  const folder = mkdtempSync(join(tmpdir(), 'product-catalogue-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true }));
  const fileOf = (held: number): string => join(folder, `${held}.json`);
  for (const held of sizes) await writeProducts(held, fileOf(held));
  return fileOf;
}
