import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { documentedBlocks } from '../support/documented-commands.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

const page = 'docs/products-file.md';
const program = readFileSync('docs/examples/convert.mjs', 'utf8');

/** Puts constants into a program, in place of those with the same names. */
function replaceConstants(text: string, constants: string): string {
  const names = Array.from(constants.matchAll(/^const (.*?) =/gm), ([start]) => start);
  const kept = text.split('\n').filter((line) => !names.some((name) => line.startsWith(name)));
  return kept.join('\n').replace(/^$/m, () => `\n${constants}\n`);
}

/** Runs the program on a file, with these constants. */
function convert(file: string | Buffer, ...constants: string[]) {
  const folder = new TemporaryFolder();
  folder.write('shop.json', file);
  const args = [folder.write('convert.mjs', constants.reduce(replaceConstants, program))];
  const options = { cwd: folder.path('.'), encoding: 'utf8' } as const;
  return { folder, ...spawnSync(process.execPath, args, options) };
}

/** The products that the program makes of a file: `1 Tea 12.5, 2 Cup 9`. */
function productsFrom(...args: Parameters<typeof convert>): string {
  const { folder, stderr } = convert(...args);
  expect(readdirSync(folder.path('.')), stderr).to.include('products.json');
  const products = JSON.parse(readFileSync(folder.path('products.json'), 'utf8'));
  return products.map((each: object) => Object.values(each).join(' ')).join(', ');
}

/** What the program says of a file that it does not convert. */
function messageAbout(...args: Parameters<typeof convert>): string {
  const { folder, status, stderr } = convert(...args);
  expect([status, ...readdirSync(folder.path('.'))]).to.deep.equal([1, 'convert.mjs', 'shop.json']);
  return stderr;
}

/** A shop's file for the program's own constants. */
const shopOf = (items: unknown[]) => JSON.stringify({ categories: [{ items }] });
const shopWith = (...costs: unknown[]) => shopOf(costs.map((cost) => ({ title: 'Tea', cost })));
const withIds =
  'const toProduct = (item) => ({ id: item.id, name: item.title, price: item.cost });';
const withPoint = 'const HAS_DECIMAL_COMMA = false;';
/** How its list of faults ends, for a file whose first product has these fields. */
const adviceWith = (fields: string) => `The first one's fields: ${fields}
Correct these in shop.json, or the constants; a value that means "no price", such as undefined, \
belongs in NO_PRICE; productsOf can leave out a row that is no product
`;
const advice = adviceWith('"title","cost"');

describe('docs/examples/convert.mjs', () => {
  it('converts the file of docs/products-file.md as shown there', () => {
    const [shop = '', products = ''] = documentedBlocks(page, 'json');
    const { folder, stdout } = convert(`\ufeff${shop}`);
    const commands = documentedBlocks(page, 'sh').join('');
    expect(commands).to.match(/^node convert\.mjs && /);
    expect(commands).to.include(stdout.replace(/^(?=.)/gm, '# '));
    const text = readFileSync(folder.path('products.json'), 'utf8');
    expect(JSON.parse(text)).to.deep.equal(JSON.parse(products));
  });

  // `.ci/package` tests the recipes for CSV. Here, a constant reads the plain rows of the others.
  const [list = '', byId = '', variants = '', , , wooCommerce = '', shopify = ''] =
    documentedBlocks(page, 'js');
  const asList = 'const productsOf = (shop) => shop;';
  const readRows = `const read = (text) => {
  const [header, ...rows] = text.trimEnd().split('\\n').map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(row.map((value, index) => [header[index], value])));
};`;
  /** The file that a recipe shows in its first lines. */
  const shownIn = (recipe: string) => /^(\/\/ .*\n)+/.exec(recipe)?.[0].replaceAll('// ', '') ?? '';

  it('converts lists, objects and variants by the recipes', () => {
    expect(productsFrom(shownIn(list), list)).to.equal('42 Tea 12.5');
    expect(productsFrom(shownIn(byId), byId)).to.equal('7 Cup 9, 42 Tea 12.5');
    const pot =
      '{"title":"Pot","salePrice":1,"variants":[{"id":3,"title":"Default Title","price":20}]}';
    const shop = shownIn(variants).replace(/]\n$/, `,${pot}]`);
    expect(productsFrom(shop, variants)).to.equal('42 Tea, 100 g 4, 7 Cup 9, 3 Pot 20');
  });

  it('converts exports of WooCommerce by the recipe', () => {
    const more = '7,simple,Cup,1,9.00,10.00\n8,simple,Jar,-1,,1\n9,variable,Pot,1,,\n';
    const shop = shownIn(wooCommerce) + more;
    expect(productsFrom(shop, readRows, asList, wooCommerce)).to.equal('42 Tea 12.5, 7 Cup 9');
    const header = 'ID,Typ,Name,Veröffentlicht,Angebotspreis,Regulärer Preis';
    const german = wooCommerce.replace(/= .*\n.*German: (.*)/, '= $1');
    const constants = [readRows, asList, german];
    expect(productsFrom(shop.replace(/.*/, header), ...constants)).to.equal('42 Tea 12.5, 7 Cup 9');
  });

  it('converts exports of Shopify by the recipe', () => {
    const more = `tea,,1 kg,40.00,\ntea,,,,\ncup,Cup,,9.00,draft\npot,Pot,Default Title,20.00,active`;
    const shop = `${shownIn(shopify)}${more}`;
    const recent = shop.replace(/.*/, 'URL handle,Title,Option1 value,Price,Status');
    const withoutStatus = shop.replace('Status', 'Published').replaceAll('active', 'TRUE');
    for (const file of [shop, recent.replaceAll('active', 'Active'), withoutStatus]) {
      const products = productsFrom(file, readRows, asList, shopify);
      expect(products).to.equal('1 Tea, 100 g 5, 2 Tea, 1 kg 40, 4 Pot 20');
    }
  });

  it('takes prices that are clear', () => {
    const texts = '12,50 €|€12,5| EUR 7,0500|-5,00 €|€-5|€ -5,00|1\u202f299\u202f000|1’299'.split(
      '|',
    );
    const prices = [12.5, 12.5, 7.05, -5, -5, -5, 1299000, 1299, 0.125];
    const products = prices.map((price, index) => `${index + 1} Tea ${price}`).join(', ');
    expect(productsFrom(shopWith(...texts, 0.125))).to.equal(products);
    const shop = shopWith('5.000000', '12.990000000000002', '1,299.5');
    const withMany = '1 Tea 5, 2 Tea 12.990000000000002, 3 Tea 1299.5';
    expect(productsFrom(shop, withPoint)).to.equal(withMany);
    const [, dinars = ''] = /DECIMALS .*(\/.*\/) takes/.exec(program) ?? [];
    const decimals = `const DECIMALS = ${dinars};`;
    expect(productsFrom(shopWith('5.500'), withPoint, decimals)).to.equal('1 Tea 5.5');
    expect(productsFrom(shopWith(1250), 'const DIVISOR = 100;')).to.equal('1 Tea 12.5');
  });

  it('takes each kind of line end as one', () => {
    const readTitle = 'const read = (title) => [{ title, cost: 5 }];';
    expect(productsFrom('a\r\nb\rc', readTitle, asList)).to.equal('1 a\nb\nc 5');
  });

  it('lists the products that it leaves out', () => {
    const items = [
      { title: 'Tea', cost: 5 },
      { title: 'Cup', cost: '' },
      { title: ' ', cost: null },
    ];
    const { stdout, stderr } = convert(shopOf(items));
    expect(stdout, stderr).to.equal('Products: 1, left out: 2\n  Cup\n  Product 3\n');
  });

  const faultsOf = (what: string, values: unknown[]) =>
    values.map((value) => `Tea: unclear ${what} ${JSON.stringify(value)}\n`).join('');
  const texts = '1,299 €|0.125|5€99|1.299 000|12.5|1,5,0|12 13|12,|,50|$12';
  const others = '25k|1e3|5,00-|(5)|--5|-€-5|12-50|-1,299';
  for (const [what, prices, ...constants] of [
    ['prices', texts.split('|')],
    ['more prices', [...others.split('|'), '9'.repeat(400), ['12', '50']]],
    ['prices in cents', ['1.299,50', 5.5], 'const DIVISOR = 100;'],
    ['thousands or decimals', ['5.500', '0.125'], withPoint],
  ] as const) {
    it(`reports unclear ${what}`, () => {
      const message = faultsOf('price', [...prices]) + advice;
      expect(messageAbout(shopWith(...prices), ...constants)).to.equal(message);
    });
  }

  it('reports what is no product, an unclear name or id, and a missing price', () => {
    const ids = ['TEA-42', '', null, '9007199254740993'];
    const teas = ids.map((id) => ({ id, title: 'Tea', cost: 5 }));
    const items = [null, { items: [] }, { title: ' ', cost: 5 }, { id: 1, title: 'Cup' }, ...teas];
    const message = `Product 1: toProduct: Cannot read properties of null (reading 'id')
Product 2: unclear name undefined\nProduct 3: unclear name " "\nCup: unclear price undefined\n`;
    const all = message + faultsOf('id', ids) + adviceWith('none');
    expect(messageAbout(shopOf(items), withIds)).to.equal(all);
  });

  it('reports ten of 2,000 faults', () => {
    const faults = Array(2000).fill('25k');
    const message = `${faultsOf('price', faults.slice(0, 10))}… and 1,990 more\n${advice}`;
    expect(messageAbout(shopWith(5, ...faults))).to.equal(message);
  });

  it('shows the fields of the first product if none can be taken', () => {
    const noCost = 'const toProduct = (item) => ({ id: 1, name: item.title, price: item.Cost });';
    const shown = 'The first one\'s fields: "title","cost"\n';
    const message = `No product can be taken. Tea: unclear price undefined. ${shown}`;
    expect(messageAbout(shopWith(5, ''), noCost)).to.equal(message);
    const noPrice = `No product can be taken. None has a price. ${shown}`;
    expect(messageAbout(shopWith(null, ''))).to.equal(noPrice);
  });

  it('shows the fields of a file that productsOf does not fit', () => {
    const message =
      'productsOf does not fit shop.json, which is an object with the fields: "data"\n ';
    const thrown = `${message} Cannot read properties of undefined (reading 'flatMap')\n`;
    expect(messageAbout('{"data":[]}')).to.equal(thrown);
    const noArray = `${message} It gives no array of products.\n`;
    expect(messageAbout('{"data":[]}', asList)).to.equal(noArray);
    const ofTwo = noArray.replace('object with the', "array of 2; the first one's");
    const none = 'const productsOf = (shop) => shop.filter((row) => row.Status);';
    expect(messageAbout('[{"data":1},{}]', none)).to.equal(ofTwo);
  });

  it('says why it cannot read a file', () => {
    const latin1 = 'shop.json: not UTF-8; in Excel, save it as "CSV UTF-8"\n';
    expect(messageAbout(Buffer.from('["5 £"]', 'latin1'))).to.equal(latin1);
    const read = "const read = (text) => { throw new Error('2 lines:\\n' + text); };";
    expect(messageAbout('a', read)).to.equal('shop.json: 2 lines: a\n');
  });

  it('removes the new file if it cannot replace the old one', () => {
    const setUp = "import { mkdirSync } from 'node:fs';\nmkdirSync('products.json');";
    const { folder, status, stderr } = convert(shopWith(5), setUp);
    // EPERM on Windows
    expect(stderr).to.match(/^(EISDIR|EPERM): .*\n$/);
    const files = readdirSync(folder.path('.'));
    expect([status, ...files]).to.deep.equal([1, 'convert.mjs', 'products.json', 'shop.json']);
  });
});
