import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { options } from '../../src/cli/settings.ts';
import { productFields } from '../../src/domain/product.ts';

const read = (path: string) => readFileSync(path, 'utf8');

/** What is added to the code has its place in the documents, too. */
describe('the documents', () => {
  for (const path of [
    'README.md',
    'docs/demo/index.html',
    'docs/examples/fetch.html',
    'docs/library.md',
    'docs/openapi.yaml',
    'docs/operations.md',
    'docs/products.schema.json',
    'src/cli/settings.ts',
  ]) {
    it(`name each field of a product in ${path}`, () => {
      for (const field of productFields) expect(read(path)).to.match(new RegExp(`\\b${field}\\b`));
    });
  }

  it('describe each setting in README.md', () => {
    const { help: _help, version: _version, ...settings } = options;
    const rows = Array.from(read('README.md').matchAll(/^\| `.*?--(\w+)/gm), ([, name]) => name);
    expect(rows).to.deep.equal(Object.keys(settings));
  });

  it('name each file of src once in the reading order of architecture.md', () => {
    const links = read('docs/architecture.md').matchAll(/\]\(\.\.\/src\/(.*?)\)/g);
    const files = readdirSync('src', { recursive: true }).map(String);
    const sources = files.filter((path) => path.endsWith('.ts'));
    expect(Array.from(links, ([, path]) => path)).to.have.members(sources);
  });
});
