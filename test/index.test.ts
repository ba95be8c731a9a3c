import { expect } from 'chai';
import * as library from '../src/index.ts';

/** What the package hands out. `.ci/package` runs the programs in docs/examples against it. */
describe('the library', () => {
  it('has these functions and classes', () => {
    expect(library).to.have.all.keys(
      ...['createHandler', 'createServer', 'delayAndFail', 'loadProducts', 'parseProducts'],
      ...['validateProducts', 'watchProducts'],
      ...['MemoryCatalog', 'ProductsFileError', 'InvalidProductsError'],
    );
  });
});
