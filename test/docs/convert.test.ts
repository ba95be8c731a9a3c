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
  const matches = program.matchAll(/^\/\/ (const (?!FILE|options|read).*(?:\n\/\/ {3}.*)*)$/gm);
  const commented = Array.from(matches, ([, lines = '']) => lines.replaceAll('\n//', '\n'));
  const constants = [...commented, 'const HAS_DECIMAL_COMMA = false;', 'const DIVISOR = 100;'];
  const withIds = constants.filter((constant) => constant.includes('item.id'));
  const titled = 'const toProduct = ({ id, Title, cost }) => ({ id, name: Title, price: cost });';
  const wooCommerce = { ID: '0042', Name: 'Tea', 'Regular price': '1.299,50' };
  const files: [file: object, ...more: string[]][] = [
    [[tea({})]],
    [{ products: [tea({})] }],
    [{ black: [tea({})], green: [] }],
    [{ '0042': tea({ id: undefined }) }],
    [[tea({ Published: '1' }), tea({ Published: '0' })]],
    [[{ id: 7, title: 'Tea', variants: [{ id: 42, cost: '1.299,50' }] }]],
    [
      [
        tea({ Handle: 'tea', Title: 'Tea', Status: 'active', cost: '' }),
        tea({ Handle: 'tea', Title: '', Status: '', cost: '' }),
        tea({ Handle: 'tea', Title: '', Status: '' }),
        tea({ Handle: 'coffee', Title: 'Coffee', Status: 'draft' }),
        tea({ Handle: 'coffee', Title: '', Status: '' }),
      ],
      titled,
    ],
    [{ categories: [{ items: [tea({})] }] }],
    [{ categories: [{ items: [{ ...wooCommerce, 'Sale price': '' }] }] }],
    [{ categories: [{ items: [tea({ cost: '1,299.50' })] }] }],
    [{ categories: [{ items: [tea({ cost: 129950 }), tea({ cost: null })] }] }],
  ];
  for (const [index, constant] of constants.entries()) {
    it(`converts a file with ${constant}`, () => {
      const [file, ...more] = files[index] ?? expect.fail('There is no file for it.');
      const { stderr, products } = convert(JSON.stringify(file), [...withIds, constant, ...more]);
      expect(products, stderr).to.deep.equal([{ id: 42, name: 'Tea', price: 1299.5 }]);
    });
  }

  it('leaves out what has neither a name nor a price', () => {
    const rows = [tea({}), tea({ title: '', cost: '' }), tea({ title: ' ', cost: null })];
    const { stdout, stderr } = convert(groupOf(rows));
    expect(stdout, stderr).to.equal('Products: 1, left out: 2\n  Product 2\n  Product 3\n');
  });

  it('takes prices that are clear', () => {
    const clear = { '12,50 €': 12.5, '€12,5': 12.5, ' EUR 7,0500': 7.05, '0,99': 0.99 };
    const negative = { '-5': -5, '-5,00 €': -5, '-€5': -5, '€-5': -5, '€ -5,00': -5 };
    const grouped = { '1\u202f299\u202f000': 1299000, '1’299': 1299, "-10'299": -10299 };
    const texts = Object.entries({ ...clear, ...negative, ...grouped });
    const pairs = [...texts, [0, 0], [0.125, 0.125], [-5, -5]];
    const products = pairs.map(([, price], index) => ({ id: index + 1, name: 'Tea', price }));
    const result = convert(groupOf(pairs.map(([cost]) => tea({ cost }))));
    expect(result.products, result.stderr).to.deep.equal(products);
  });

  const prices: unknown[] =
    '1,299 €|0.125|5€99|1.299 000|12.5|1,5,0|12 13|12,|,50|25k|from 12|$12|1e3'.split('|');
  prices.push('5,00-', '(5)', '--5', '-€-5', '12-50', '-1,299', '9'.repeat(400), ['12', '50']);
  const ids = ['TEA-42', '', null, '4.00638E+12', '9007199254740993'];
  const listed = (field: string, values: unknown[]) =>
    values.map((value) => `Tea: unclear ${field} ${JSON.stringify(value)}\n`).join('');
  const advice = 'Correct these in shop.json; a text that means "no price" belongs in NO_PRICE\n';
  const noName = `No product has a name. The first one's fields: "id;x", "y"\n`;
  const noPrice = 'shop.json: no product has a price\n';
  const notUtf8 = 'shop.json: not UTF-8; in Excel, save it as "CSV UTF-8"\n';
  const notFitting = `shop.json: Cannot read properties of undefined (reading 'flatMap')\n`;
  const throwing = "const read = (text) => { throw new Error('2 lines:\\n' + text); };";
  for (const [what, file, message, ...constants] of [
    ['prices', prices.map((cost) => tea({ cost })), listed('price', prices) + advice],
    [
      'prices in cents',
      [tea({}), tea({ cost: 5.5 })],
      listed('price', ['1.299,50', 5.5]) + advice,
      'const DIVISOR = 100;',
    ],
    ['ids', ids.map((id) => tea({ id })), listed('id', ids) + advice],
    ['a blank name', [tea({}), tea({ title: ' ' })], `Product 2: unclear name " "\n${advice}`],
    ['a group', [tea({}), { items: [] }], `Product 2: unclear name undefined\n${advice}`],
    ['no names', [{ 'id;x': 1, y: 2 }, {}], noName],
    ['no prices', [tea({ cost: '' })], noPrice],
    ['no products', [], 'shop.json: productsOf finds no products\n'],
    ['a file that `productsOf` does not fit', Buffer.from('{}'), notFitting],
    ['bytes that are not UTF-8', Buffer.from('["5 £"]', 'latin1'), notUtf8],
    ['what `read` throws', Buffer.from('a'), 'shop.json: 2 lines: a\n', throwing],
  ] as const) {
    it(`says what is wrong, and writes nothing, for ${what}`, () => {
      const text = Buffer.isBuffer(file) ? file : groupOf([...file]);
      const { status, stderr, products } = convert(text, [...withIds, ...constants]);
      expect(stderr).to.equal(message);
      expect([status, products]).to.deep.equal([1, undefined]);
    });
  }
});
