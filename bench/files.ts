// What a products file costs: the time of a start, the wait at a reload, and memory.
import { TemporaryFolder } from '../test/support/temporary-folder.ts';
import { MeasuredProgram } from './measured-program.ts';
import { generateProducts, OTHER_ALPHABETS } from './products.ts';

const folder = new TemporaryFolder();

/**
 * Starts the service with a file, asks for the list, and changes the file. That is repeated with new
 * processes.
 * @param count of the products in the file
 * @returns a figure for each start: in ms, the time until the first response, and the longest wait
 * for a response from the change to the first new list; in MiB, the memory before the change, and
 * the most until the end
 */
export async function measureFile(count: number, starts: number) {
  const [first, ...others] = generateProducts(count, OTHER_ALPHABETS);
  const write = (price: number) =>
    folder.write('products.json', JSON.stringify([{ ...first, price }, ...others]));
  const figures = {
    start: [] as number[],
    reload: [] as number[],
    resident: [] as number[],
    peak: [] as number[],
  };
  for (let process = 0; process < starts; process++) {
    const file = write(1);
    const startedAt = performance.now();
    await using service = new MeasuredProgram('dist/main.js', file, '--watch');
    const url = await service.url();
    await get(`${url}/1`);
    figures.start.push(performance.now() - startedAt);
    await get(url);
    figures.resident.push(service.memory('VmRSS'));

    write(2);
    const waits: number[] = [];
    for (let isReloaded = false; !isReloaded; ) {
      const { text, milliseconds } = await get(`${url}/1`);
      waits.push(milliseconds);
      isReloaded = text.includes('"price":2}');
    }
    waits.push((await get(url)).milliseconds);
    figures.reload.push(Math.max(...waits));
    figures.peak.push(service.memory('VmHWM'));
  }
  return figures;
}

async function get(url: string) {
  const askedAt = performance.now();
  const text = await (await fetch(url)).text();
  return { text, milliseconds: performance.now() - askedAt };
}
