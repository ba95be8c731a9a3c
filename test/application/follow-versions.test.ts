import { expect } from 'chai';
import { followVersions, warnOfDuplicateIds } from '../../src/application/follow-versions.ts';
import type { Product } from '../../src/domain/product.ts';

const tea = { id: 1, name: 'Tea', price: 3 };
const milk = { id: 2, name: 'Milk', price: 1 };

/** A wrong new version never replaces a good one. */
describe('followVersions', () => {
  /** Follows these versions. @returns what has been called, in order, with what */
  async function follow(
    versions: Parameters<typeof followVersions>[1],
  ): Promise<[what: string, value: unknown][]> {
    const calls: [string, unknown][] = [];
    await followVersions({ replace: (products) => calls.push(['replace', products]) }, versions, {
      onReplaced: (products) => calls.push(['onReplaced', products]),
      onRefused: (error) => calls.push(['onRefused', error]),
      onWarning: (message) => calls.push(['onWarning', message]),
    });
    return calls;
  }

  it('replaces the products by each good version in turn, and by no wrong one', async () => {
    const [first, second, third] = [[tea], new Error('not valid'), [milk]] as const;
    const expected = [
      ['replace', first],
      ['onReplaced', first],
      ['onRefused', second],
      ['replace', third],
      ['onReplaced', third],
    ];
    expect(await follow([first, second, third])).to.deep.equal(expected);
  });

  it('takes versions that come later, and warns of duplicate ids before it says that they are taken', async () => {
    const products = [tea, tea];
    async function* versions(): AsyncGenerator<readonly Product[]> {
      yield products;
    }
    expect(await follow(versions())).to.deep.equal([
      ['replace', products],
      ['onWarning', 'duplicate ids: 1'],
      ['onReplaced', products],
    ]);
  });
});

describe('warnOfDuplicateIds', () => {
  for (const [ids, message] of [
    [[7, 0, 3], undefined],
    [[7, 0, 7, 3, -0, 7], 'duplicate ids: 0, 7'],
    [[...Array(11).keys(), ...Array(11).keys()], 'duplicate ids: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …'],
  ] as const) {
    it(`warns of ${ids.join(', ')}: ${message}`, () => {
      const messages: string[] = [];
      const products = ids.map((id) => ({ ...tea, id }));
      warnOfDuplicateIds(products, (line) => messages.push(line));
      expect(messages).to.deep.equal(message === undefined ? [] : [message]);
    });
  }
});
