import { expect } from 'chai';
import { MemoryCatalog } from '../../src/adapters/memory/memory-catalog.ts';
import { followVersions } from '../../src/application/follow-versions.ts';
import type { Product } from '../../src/domain/product.ts';

type Version = readonly Product[] | Error;

const tea = { id: 1, name: 'Tea', price: 3 };
const milk = { id: 2, name: 'Milk', price: 1 };

/** A wrong new version never replaces a good one. */
describe('followVersions', () => {
  async function* inTurn(...versions: Version[]): AsyncGenerator<Version> {
    yield* versions;
  }

  it('replaces the products by each good version in turn, and by no wrong one', async () => {
    const [first, second, third] = [[tea], new Error('not valid'), [milk]] as const;
    const calls: [what: string, value: unknown][] = [];
    const catalog = { replace: (products: unknown) => calls.push(['replace', products]) };
    await followVersions(catalog, inTurn(first, second, third), {
      onReplaced: (products) => calls.push(['onReplaced', products]),
      onRefused: (error) => calls.push(['onRefused', error]),
    });
    expect(calls).to.deep.equal([
      ['replace', first],
      ['onReplaced', first],
      ['onRefused', second],
      ['replace', third],
      ['onReplaced', third],
    ]);
  });

  it('needs no listeners', async () => {
    const catalog = new MemoryCatalog([]);
    await followVersions(catalog, inTurn([tea], new Error('not valid')));
    expect(catalog.list()).to.deep.equal([tea]);
  });
});
