// Writes a catalogue file of as many products as asked for, to try the service on, or another one.
import { writeProducts } from './products.ts';

const [count = '', path] = process.argv.slice(2);
if (!/^\d+$/.test(count) || path === undefined) {
  console.error('usage: node --import tsx bench/generate-products.ts <count> <file>');
  process.exit(2);
}
await writeProducts(Number(count), path);
