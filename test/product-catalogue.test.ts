import { expect } from 'chai';
import * as library from '../src/product-catalogue.ts';

/** What the package hands out. `docs/library.test.ts` uses it as a program does. */
describe('the library', () => {
  it('has these functions and classes', () => {
    expect(library).to.have.all.keys(
      ...['createHandler', 'createServer', 'loadProducts', 'toProducts'],
      ...['MemoryCatalog', 'CatalogFileError', 'InvalidProductError'],
    );
  });

  it('names its errors', () => {
    const error = new library.CatalogFileError('a.json: one');
    expect(error).to.include({ name: 'CatalogFileError', message: 'a.json: one' });
    expect(new library.InvalidProductError(1, 2, [])).to.include({ name: 'InvalidProductError' });
  });
});
