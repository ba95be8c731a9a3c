import { expect } from 'chai';
import { loadProducts } from '../../../src/adapters/file/load-products.ts';
import { ProductsFileError } from '../../../src/adapters/file/products-file-error.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';

/** The text of a file, and the products in it. `readText` and `parseProducts` have the details. */
describe('loadProducts', () => {
  const folder = new TemporaryFolder();

  it('reads a file, and names it in its warnings', async () => {
    const path = folder.write('products.json', '\ufeff[]');
    const lines: string[] = [];
    expect(await loadProducts(path, (line) => lines.push(line))).to.deep.equal([]);
    expect(lines).to.deep.equal([`${path}: warning: no products`]);
  });

  for (const [text, words] of [
    ['7', ':1:1: expected an array of products'],
    ['[7', ':1:3: not JSON: close bracket expected'],
  ] as const) {
    it(`names a file with ${text} in its error`, async () => {
      const path = folder.write('products.json', text);
      const error: unknown = await loadProducts(path).catch((error) => error);
      expect(error).to.be.instanceOf(ProductsFileError);
      expect(String(error)).to.include(`${path}${words}`);
    });
  }
});
