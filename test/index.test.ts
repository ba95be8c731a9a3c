import { expect } from 'chai';
import * as library from '../src/index.ts';

/** What programs import from the package. */
describe('the package', () => {
  it('exports all parts of docs/library.md, and the errors', () => {
    const names = `createHandler createServer delayAndFail InvalidProductsError loadProducts
      MemoryCatalog parseProducts ProductsFileError validateProducts watchProducts`;
    expect(library).to.have.all.keys(names.split(/\s+/));
  });
});
