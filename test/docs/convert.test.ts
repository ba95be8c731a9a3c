import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parseProducts } from '../../src/products-file/parse-products.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

const program = readFileSync('docs/examples/convert.mjs', 'utf8');

/** Runs the program on a file, with these constants in place of its own. */
function convert(file: string | Uint8Array, constants: readonly string[] = []) {
  const folder = new TemporaryFolder();
  folder.write('shop.json', file);
  const replaceOne = (text: string, line: string) =>
    text.replace(RegExp(`^${line.split('=')[0]}=.*`, 'm'), () => line);
  const args = [folder.write('convert.mjs', constants.reduce(replaceOne, program))];
  const options = { cwd: folder.path('.'), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  const written = folder.path('products.json');
  const text = existsSync(written) ? readFileSync(written, 'utf8') : undefined;
  const products = text && parseProducts(text, 'products.json', () => {});
  return { status, stdout, stderr, products };
}

const tea = (changes: object) => ({ id: '0042', title: 'Tea', cost: '1.299,50', ...changes });
/** A shop's file with these products, and with a byte-order mark. */
const groupOf = (items: unknown[]) => `\ufeff${JSON.stringify({ categories: [{ items }] })}`;

describe('docs/examples/convert.mjs', () => {
  it('converts the file of docs/products-file.md as shown there', () => {
    const page = readFileSync('docs/products-file.md', 'utf8');
    const blocks = page.matchAll(/^```(?:json|js|sh)\n(.*?)^```$/gms);
    const [shop = '', constants = '', commands, result = ''] = Array.from(
      blocks,
      (each) => each[1],
    );
    for (const line of constants.trimEnd().split('\n')) expect(program).to.include(`\n${line}\n`);
    const { stdout, products } = convert(shop);
    expect(commands)
      .to.match(/^node convert\.mjs && /)
      .and.include(stdout.replace(/^(?=.)/gm, '# '));
    expect(products).to.deep.equal(JSON.parse(result));
  });

  // The constants that stand as comments, but for those for CSV, and a file for each
  const matches = program.matchAll(/^\/\/ (const (?!FILE|options|read).*)$/gm);
  const constants = Array.from(matches, ([, constant = '']) => constant);
  const withIds = constants.filter((constant) => constant.includes('item.id'));
  const files = [
    [tea({})],
    { products: [tea({})] },
    { black: [tea({})], green: [] },
    { '0042': tea({ id: undefined }) },
    { categories: [{ items: [tea({})] }] },
    { categories: [{ items: [tea({ cost: '1,299.50' })] }] },
    { categories: [{ items: [tea({ cost: 129950 }), tea({ cost: null })] }] },
  ];
  for (const [index, constant] of constants.entries()) {
    it(`converts a file with ${constant}`, () => {
      const { stderr, products } = convert(JSON.stringify(files[index]), [...withIds, constant]);
      expect(products, stderr).to.deep.equal([{ id: 42, name: 'Tea', price: 1299.5 }]);
    });
  }

  const clear = {
    '12,50 €': 12.5,
    '€12,5': 12.5,
    ' EUR 7,0500': 7.05,
    '0,99': 0.99,
    '1.299': 1299,
  };
  const grouped = { '1\u202f299\u202f000': 1299000, '1’299': 1299, "10'299": 10299 };
  it('takes prices that are clear', () => {
    const pairs = [...Object.entries({ ...clear, ...grouped }), [0, 0], [0.125, 0.125], [-5, -5]];
    const products = pairs.map(([, price], index) => ({ id: index + 1, name: 'Tea', price }));
    const result = convert(groupOf(pairs.map(([cost]) => tea({ cost }))));
    expect(result.products, result.stderr).to.deep.equal(products);
  });

  const prices = ['1,299 €', '0.125', '5€99', '1.299 000', '12.5', '1,5,0', '12 13', ['12', '50']];
  prices.push('-5', '5,00-', '(5)', '25k', 'from 12', '$12', '12,', ',50', '1e3', '9'.repeat(400));
  const ids = ['TEA-42', '', null, '4.00638E+12', '9007199254740993'];
  const listed = (field: string, values: unknown[]) =>
    values.map((value) => `Tea: unclear ${field} ${JSON.stringify(value)}\n`).join('');
  for (const [what, file, message, ...constants] of [
    ['prices are unclear', groupOf(prices.map((cost) => tea({ cost }))), listed('price', prices)],
    [
      'a price is not in cents',
      groupOf([tea({}), tea({ cost: 5.5 })]),
      'Tea: unclear price "1.299,50"\nTea: unclear price 5.5\n',
      'const DIVISOR = 100;',
    ],
    ['ids are unclear', groupOf(ids.map((id) => tea({ id }))), listed('id', ids)],
    ['one has no name', groupOf([tea({}), { items: [] }]), 'Product 2: unclear name undefined'],
    ['none has a price', groupOf([tea({ cost: '' })]), 'shop.json: no product has a price'],
    ['it is not UTF-8', Buffer.from('["5 £"]', 'latin1'), 'shop.json: save it as UTF-8'],
  ] as const) {
    it(`says so and writes nothing if ${what}`, () => {
      const { status, stderr, products } = convert(file, [...withIds, ...constants]);
      expect(stderr).to.include(message);
      expect([status, products]).to.deep.equal([1, undefined]);
    });
  }
});
