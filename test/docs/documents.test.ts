import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { options } from '../../src/cli/settings.ts';
import { productFields } from '../../src/domain/product.ts';
import { LIMITS } from '../../src/graceful-server/limits.ts';

const read = (path: string) => readFileSync(path, 'utf8');

/** The first group of each match of a pattern in a file. */
function matchesIn(path: string, pattern: RegExp): string[] {
  return Array.from(read(path).matchAll(pattern), ([, group = '']) => group);
}

/** The section of a document with this heading. */
function sectionOf(path: string, heading: string): string {
  const [, after = ''] = read(path).split(`\n## ${heading}\n`);
  return after.split('\n## ', 1)[0] ?? '';
}

/** The cells of each row of the tables in a text, without backticks. */
function rowsOf(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  );
}

/** What is added to the code has its place in the documents, too. */
describe('the documents', () => {
  it('list the fields of a product in products-file.md', () => {
    const rows = rowsOf(sectionOf('docs/products-file.md', 'The fields'));
    expect(rows.map(([field]) => field)).to.deep.equal(productFields);
  });

  it('list the fields of a product in products.schema.json', () => {
    const { properties } = JSON.parse(read('docs/products.schema.json')).definitions.product;
    expect(Object.keys(properties)).to.deep.equal(productFields);
  });

  it('list the fields of a product in the interface of pages.md', () => {
    const [fields = ''] = matchesIn('docs/pages.md', /^interface Product \{\n(.*?)^\}$/gms);
    expect(Array.from(fields.matchAll(/(\w+)\??:/g), ([, field]) => field)).to.deep.equal(
      productFields,
    );
  });

  it('give the default of each limit in operations.md', () => {
    const rows = rowsOf(sectionOf('docs/operations.md', 'Limits')).map(
      ([name = '', value = '']) => {
        const [count, unit] = value.split(' ');
        return [name, Number(count) * (unit === 's' ? 1000 : 1)];
      },
    );
    expect(Object.fromEntries(rows)).to.deep.equal(LIMITS);
  });

  it('describe each setting in README.md', () => {
    const names = matchesIn('README.md', /^\| `.*?--([\w-]+)/gm);
    expect(names).to.deep.equal(Object.keys(options));
  });

  it('name each file of src once in the reading order of architecture.md', () => {
    const named = matchesIn('docs/architecture.md', /\]\(\.\.\/src\/(.*?)\)/g);
    const files = readdirSync('src', { recursive: true }).map(String);
    const sources = files.filter((path) => path.endsWith('.ts'));
    expect({
      missing: sources.filter((path) => !named.includes(path)),
      superfluous: named.filter(
        (path, index) => !sources.includes(path) || named.indexOf(path) !== index,
      ),
    }).to.deep.equal({ missing: [], superfluous: [] });
  });
});
