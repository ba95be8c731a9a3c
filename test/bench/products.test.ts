import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { generateProducts, writeProducts } from '../../bench/products.ts';
import { findFaults } from '../../src/domain/product.ts';

describe('generateProducts', () => {
  it('makes valid products with ids from 1 on', () => {
    const products = [...generateProducts(1000)];
    expect(products.map(({ id }) => id)).to.deep.equal(products.map((_, index) => index + 1));
    for (const product of products) expect(findFaults(product)).to.deep.equal([]);
  });

  it('makes the same ones every time', () => {
    expect([...generateProducts(100)]).to.deep.equal([...generateProducts(100)]);
  });
});

describe('writeProducts', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'products-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  // The last is more than what goes into one write.
  for (const count of [0, 1, 3, 25_000]) {
    it(`writes ${count} products, one a line`, async () => {
      const path = join(folder, `${count}.json`);
      await writeProducts(count, path);
      const text = readFileSync(path, 'utf8');
      expect(JSON.parse(text)).to.deep.equal([...generateProducts(count)]);
      expect(text.split('\n').filter((line) => line.startsWith('{'))).to.have.lengthOf(count);
    });
  }
});
