import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import * as library from '../src/product-catalogue.ts';
import { Program, scriptCommand } from './support/service.ts';
import { TemporaryFolder } from './support/temporary-folder.ts';

const markdown = readFileSync('docs/library.md', 'utf8');
const examples = Array.from(markdown.matchAll(/^```ts\n(.*?)^```$/gms), ([, code = '']) => code);

/** What the package hands out, and that a program can use it as docs/library.md shows. */
describe('the library', () => {
  const folder = new TemporaryFolder();

  it('has these functions and classes, with an example for each way to use them', () => {
    expect(library).to.have.all.keys(
      ...['createHandler', 'createServer', 'loadProducts', 'toProducts'],
      ...['MemoryCatalog', 'CatalogFileError', 'InvalidProductError'],
    );
    expect(examples).to.have.length(3);
  });

  // As they stand there, but for the package, the file and the port.
  for (const [index, code] of examples.entries()) {
    it(`prints what example ${index + 1} says that it prints`, async () => {
      const file = folder.write('products.json', '[{ "id": 7, "name": "Tea", "price": 3.5 }]');
      const script = code
        .replace("'product-catalogue'", "'./src/product-catalogue.ts'")
        .replace('products.json', file)
        .replace('listen(8080)', 'listen(0)')
        .replace(/'(http:.*)8080(.*)'/, '`$1$${server.address().port}$2`');
      await using program = new Program(scriptCommand(script));
      expect(await program.ended()).to.equal(0);
      const stdout = Array.from(code.matchAll(/\/\/ (.*\n)/g), ([, line]) => line).join('');
      expect(program).to.include({ stderr: '', stdout });
    });
  }
});
