import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'chai';
import * as library from '../src/index.ts';
import { compiledFolder } from './support/compiled.ts';
import { Program, scriptCommand } from './support/service.ts';
import { TemporaryFolder } from './support/temporary-folder.ts';

const markdown = readFileSync('docs/library.md', 'utf8');
const examples = Array.from(markdown.matchAll(/^```ts\n(.*?)^```$/gms), ([, code = '']) => code);

/** What the package hands out, and that a program can use it as docs/library.md shows. */
describe('the library', () => {
  const folder = new TemporaryFolder();

  it('has these functions and classes, with an example for each way to use them', () => {
    expect(library).to.have.all.keys(
      ...['createHandler', 'createServer', 'fingerprintOf', 'followVersions', 'loadProducts'],
      ...['validateProducts', 'watchProducts'],
      ...['MemoryCatalog', 'ProductsFileError', 'InvalidProductError'],
    );
    expect(examples).to.have.length(4);
  });

  it('prints what the examples say that they print, one after the other', async () => {
    const file = folder.write('products.json', '[{ "id": 7, "name": "Tea", "price": 3.5 }]');
    // As they stand there, but for the packages, the file and the port.
    const paths = examples.map((code, index) => {
      const example = code
        .replace("'product-catalogue'", `'${compiledFolder()}/index.js'`)
        .replace("'supertest'", `'${resolve('node_modules/supertest/index.js')}'`)
        .replace("'products.json'", `'${file}'`)
        .replace('listen(8080)', 'listen(0)')
        .replace(/'(http:.*)8080(.*)'/, '`$1$${server.address().port}$2`');
      return folder.write(`example-${index}.mjs`, example);
    });
    const script = paths.map((path) => `await import('${path}');`).join('');
    await using program = new Program(scriptCommand(script));
    expect(await program.ended()).to.equal(0);
    const printed = Array.from(examples.join('').matchAll(/\/\/ (.*\n)/g), ([, line]) => line);
    expect(program).to.include({ stderr: '', stdout: printed.join('') });
  });
});
