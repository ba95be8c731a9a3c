import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { expect } from 'chai';
import { ROOT } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

const markdown = readFileSync('docs/library.md', 'utf8');
const examples = Array.from(markdown.matchAll(/^```ts\n(.*?)^```$/gms), ([, code = '']) => code);

/** Each example is run as it stands there, but for the port. */
describe('docs/library.md', () => {
  const folder = new TemporaryFolder();

  before(() => {
    folder.write('products.json', '[{ "id": 7, "name": "Tea", "price": 3.5 }]');
    mkdirSync(folder.path('node_modules/product-catalogue'), { recursive: true });
    const { name, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(exports['.'].default).to.equal('./dist/product-catalogue.js');
    folder.write(
      'node_modules/product-catalogue/package.json',
      JSON.stringify({ name, type: 'module', exports: './src/product-catalogue.ts' }),
    );
    symlinkSync(`${ROOT}src`, folder.path('node_modules/product-catalogue/src'));
    for (const name of ['supertest', 'tsx']) {
      symlinkSync(`${ROOT}node_modules/${name}`, folder.path(`node_modules/${name}`));
    }
  });

  it('has an example for each way to use the package', () => {
    expect(examples).to.have.length(3);
  });

  for (const [index, code] of examples.entries()) {
    it(`prints what example ${index + 1} says that it prints`, () => {
      const freePort = code
        .replace('listen(8080)', 'listen(0)')
        .replace(/'(http:.*)8080(.*)'/, '`$1$${server.address().port}$2`');
      expect(freePort).not.to.include('8080');
      const file = folder.write(`example-${index}.mts`, freePort);
      const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', file], {
        cwd: folder.path('.'),
        encoding: 'utf8',
      });
      const expected = Array.from(code.matchAll(/\/\/ (.*)$/gm), ([, text]) => text);
      expect(stderr).to.equal('');
      expect(stdout.trimEnd().split('\n')).to.deep.equal(expected);
    });
  }
});
