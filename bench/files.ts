// What a products file costs: the time of a start, the wait at a reload, and memory.
import { TemporaryFolder } from '../test/support/temporary-folder.ts';
import { MeasuredProgram } from './measured-program.ts';
import { generateProducts, OTHER_ALPHABETS } from './products.ts';

const folder = new TemporaryFolder();

/**
 * Starts the service with a file of so many products, asks for the list, and changes the file.
 * @returns in ms, the time until the first response, and the longest wait for a response from the
 * change to the first new list; in MiB, the memory before the change, and the most until the end
 */
export async function measureFile(count: number) {
  const [first, ...others] = generateProducts(count, OTHER_ALPHABETS);
  const write = (price: number) =>
    folder.write('products.json', JSON.stringify([{ ...first, price }, ...others]));
  const file = write(1);

  const startedAt = performance.now();
  await using service = new MeasuredProgram('dist/main.js', file, '--watch');
  const url = await service.url();
  await get(`${url}/1`);
  const start = performance.now() - startedAt;
  await get(url);
  const resident = service.memory('VmRSS');

  write(2);
  const waits: number[] = [];
  for (let isReloaded = false; !isReloaded; ) {
    const { text, milliseconds } = await get(`${url}/1`);
    isReloaded = text.includes('"price":2}');
    waits.push(milliseconds);
  }
  waits.push((await get(url)).milliseconds);
  return { start, reload: Math.max(...waits), resident, peak: service.memory('VmHWM') };
}

async function get(url: string) {
  const askedAt = performance.now();
  const text = await (await fetch(url)).text();
  return { text, milliseconds: performance.now() - askedAt };
}
