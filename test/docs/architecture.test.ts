import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { loadLines } from '../../docs/examples/load-lines.ts';
import { CatalogFileError } from '../../src/adapters/file/catalog-file-error.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

/** The layout is as it says, and the example of another adapter works as it is shown. */
describe('docs/architecture.md', () => {
  const folder = new TemporaryFolder();

  it('counts the files of each folder', () => {
    const rows = readFileSync('docs/architecture.md', 'utf8').matchAll(
      /^\| \[`(src.*)`\].* \| (\d) \|/gm,
    );
    const counted = Array.from(rows, ([, folder = '', count]) => [folder, Number(count)]);
    expect(counted).to.have.length(4);
    const files = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.ts'));
    expect(counted).to.deep.equal(
      counted.map(([folder]) => [folder, files(String(folder)).length]),
    );
  });

  it('names tests that exist', () => {
    const architecture = readFileSync('docs/architecture.md', 'utf8');
    const named = Array.from(architecture.matchAll(/\| `([\w-]+)`: "(.*)" \|$/gm));
    expect(named).to.have.length(9);
    for (const [, file, text] of named) {
      expect(readFileSync(`test/http-server/${file}.test.ts`, 'utf8')).to.include(text);
    }
  });

  it('shows the example that is tested here', () => {
    const example = readFileSync('docs/examples/load-lines.ts', 'utf8');
    expect(readFileSync('docs/architecture.md', 'utf8')).to.include(example);
  });

  it('has an example that reads each line', async () => {
    const path = folder.write('products.tsv', '7\t12.50\tAssam, "loose"\r\n-8\t0\t\n\n');
    expect(await loadLines(path)).to.deep.equal([
      { id: 7, name: 'Assam, "loose"', price: 12.5 },
      { id: -8, name: '', price: 0 },
    ]);
    expect(await loadLines(folder.write('empty.tsv', ''))).to.deep.equal([]);
  });

  it('has an example that refuses a line that is not a product', async () => {
    const path = folder.write('wrong.tsv', '1\t2\tTea\n2\t\tMilk\n');
    const error: unknown = await loadLines(path).catch((error) => error);
    expect(error).to.be.instanceOf(CatalogFileError);
    const message = `${path}: 1 of 2 products is not valid\n${path}:2: [1].price: expected a number, got ""`;
    expect(error).to.have.property('message', message);
  });
});
