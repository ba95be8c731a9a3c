import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { OPTIONS } from '../../src/cli/settings.ts';
import { LIMITS } from '../../src/graceful-server/limits.ts';

const read = (path: string) => readFileSync(path, 'utf8');

/** The first group of each match of a pattern in a file. */
function matchesIn(path: string, pattern: RegExp): string[] {
  return Array.from(read(path).matchAll(pattern), ([, group = '']) => group);
}

const documents = ['.', '.github', 'docs']
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => path.endsWith('.md'));

/** The headings of a document, but for comments in code, as links on GitHub name them. */
function anchorsIn(path: string): string[] {
  const headings = matchesIn(path, /^```.*?^```$|^#+ ([^\n]*)/gms);
  return headings.map((text) =>
    text.toLowerCase().replace(/[^\w-]/g, (each) => (each === ' ' ? '-' : '')),
  );
}

/** What is added to the code has its place in the documents, too. */
describe('the documents', () => {
  it('give the default of each limit in operations.md', () => {
    const rows = read('docs/operations.md').matchAll(/^\| `(\w+)` \| (\d+)( s)? \|/gm);
    const limits = Array.from(rows, ([, name, count, seconds]) => [
      name,
      Number(count) * (seconds ? 1000 : 1),
    ]);
    expect(Object.fromEntries(limits)).to.deep.equal(LIMITS);
  });

  it('describe each setting in README.md', () => {
    const names = matchesIn('README.md', /^\| `.*?--([\w-]+)/gm);
    expect(names).to.deep.equal(Object.keys(OPTIONS));
  });

  it('name each file of src once in the reading order of architecture.md', () => {
    const named = matchesIn('docs/architecture.md', /\]\(\.\.\/src\/(.*?)\)/g);
    const files = readdirSync('src', { recursive: true }).map(String);
    const sources = files.filter((path) => path.endsWith('.ts'));
    const paths = sources.map((path) => path.replaceAll('\\', '/'));
    expect(named.sort()).to.deep.equal(paths.sort());
  });

  for (const document of documents) {
    it(`lead from ${document} to files and headings that exist`, () => {
      const broken = matchesIn(document, /\]\(([^):]+)\)/g).filter((link) => {
        const [path, anchor] = link.split('#');
        const target = path ? join(dirname(document), path) : document;
        return !existsSync(target) || (anchor && !anchorsIn(target).includes(anchor));
      });
      expect(broken).to.deep.equal([]);
    });
  }
});
