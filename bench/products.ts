import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Product } from '../src/domain/product.ts';

const MAKES = ['Nordlys', 'Café No. 9', 'Ōyama', 'Bright', 'Señor', 'Łąka', 'Plain', '山田'];
const THINGS = [
  'kettle',
  'grinder',
  'filters',
  'sauté pan',
  'demitasse',
  'milk jug',
  'crème brûlée dish',
  '½ l flask',
  '茶筅 whisk',
  'scale, 0.1 g',
  '10" pan',
];

/**
 * Products as a shop might have them, ids 1 to `count` in order, names in more than one script;
 * 10,000 of them are some 500 kB of JSON. The same ones every time.
 */
export function* generateProducts(count: number): Generator<Product> {
  for (let id = 1; id <= count; id++) {
    const name = `${pick(MAKES, id)} ${pick(THINGS, id)}`;
    // A prime step, so that neighbours differ widely.
    const cents = 100 + ((id * 7919) % 50_000);
    yield { id, name, price: cents / 100 };
  }
}

function pick(words: readonly string[], index: number): string {
  return words[index % words.length] ?? '';
}

/** How many products are put together to one write: some 1 MB. */
const PRODUCTS_PER_WRITE = 20_000;

/** Writes a catalogue file: a JSON array, one product a line. */
export async function writeProducts(count: number, path: string): Promise<void> {
  const file = createWriteStream(path);
  let lines: string[] = [];
  const write = async (): Promise<void> => {
    if (!file.write(lines.join(''))) await once(file, 'drain');
    lines = [];
  };
  lines.push('[');
  for (const product of generateProducts(count)) {
    lines.push(product.id === 1 ? '\n' : ',\n', JSON.stringify(product));
    if (lines.length >= PRODUCTS_PER_WRITE) await write();
  }
  lines.push('\n]\n');
  await write();
  file.end();
  await once(file, 'close');
}
