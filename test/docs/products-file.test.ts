import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { documentedBlocks } from '../support/documented-commands.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

describe('the program in docs/products-file.md', () => {
  const [shop = ''] = documentedBlocks('docs/products-file.md', 'json');
  const [program = ''] = documentedBlocks('docs/products-file.md', 'js');
  const before = { id: 1, name: 'Before', price: 1 };

  /** Runs it on a file, where products are already. `.ci/package` runs it on one of CSV. */
  function convert(file: string) {
    const folder = new TemporaryFolder();
    folder.write('shop.json', file);
    const path = folder.write('products.json', JSON.stringify([before]));
    const args = ['--input-type=module', '--eval', program];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder.path('.') });
    return { status, stderr: String(stderr), products: JSON.parse(readFileSync(path, 'utf8')) };
  }

  it('converts the file that is shown there', () => {
    const products = [
      { id: 42, name: 'Assam, loose leaf', price: 12.5 },
      { id: 7, name: 'Teapot', price: 1299 },
    ];
    expect(convert(`\ufeff${shop}`)).to.deep.equal({ status: 0, stderr: '', products });
  });

  it('takes German prices with or without a currency, and numbers', () => {
    const costs = ['12,50 EUR', 'EUR 12,50', '€ 12,50', '12,50\u00a0€', '12,5€', ' 12,50 ', 12.5];
    const more = ['6,95', '9 €', '1299', '1.234.567,89'];
    const items = [...costs, ...more].map((cost) => ({ sku: '7', title: 'Tea', cost }));
    const prices = [...costs.map(() => 12.5), 6.95, 9, 1299, 1234567.89];
    const products = prices.map((price) => ({ id: 7, name: 'Tea', price }));
    expect(convert(JSON.stringify({ items })).products).to.deep.equal(products);
  });

  it('shows each item in which something is missing or unclear, and writes nothing', () => {
    const costs = [
      '1,299 €',
      '1.299',
      '12.50',
      '12,500',
      '1299.00,00',
      '-5,00',
      '5€50',
      'auf Anfrage',
    ];
    const skus = ['', ' ', null, undefined, '10-42', '9007199254740993'];
    const items = [
      ...[...costs, '', null, undefined].map((cost) => ({ sku: '7', title: 'Tea', cost })),
      ...skus.map((sku) => ({ sku, title: 'Tea', cost: '9' })),
      ...['', ' ', null, undefined, 7].map((title) => ({ sku: '7', title, cost: '9' })),
    ].map((item, index) => ({ ...item, row: `row ${index}` }));
    const clear = { sku: 7, title: 'Tea', cost: 9, row: 'row of a clear one' };
    const { status, stderr, products } = convert(JSON.stringify({ items: [clear, ...items] }));
    expect(stderr.match(/row [^']+/g)).to.deep.equal(items.map(({ row }) => row));
    expect(products).to.deep.equal([before]);
    expect(status).to.equal(1);
  });
});
