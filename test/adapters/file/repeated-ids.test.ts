import { expect } from 'chai';
import { describeRepeatedIds } from '../../../src/adapters/file/repeated-ids.ts';
import { MemoryCatalog } from '../../../src/adapters/memory/memory-catalog.ts';

/** Products that are listed, but never found by their id, are counted. */
describe('describeRepeatedIds', () => {
  const catalogs: [ids: number[], words: string | undefined][] = [
    [[7, 0, 3], undefined],
    [[3, 7, 0, 7], '1 repeated id; [1] and [3] share id 7, and only [1] is found by it'],
    [[7, 0, 7, 3, -0, 7], '3 repeated ids; [0] and [2] share id 7, and only [0] is found by it'],
  ];
  for (const [ids, words] of catalogs) {
    it(`says of ${ids.join(', ')}: ${words}`, () => {
      const products = ids.map((id) => ({ id, name: 'Tea', price: 3 }));
      expect(describeRepeatedIds(new MemoryCatalog(products))).to.equal(words);
    });
  }
});
