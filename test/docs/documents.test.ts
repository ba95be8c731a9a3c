import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { loadProducts } from '../../src/index.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

const documents = ['.', 'docs', '.github', '.github/ISSUE_TEMPLATE'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

/** Whoever follows a link in a document, or looks for what it names, finds that, and reads it as it is meant. */
describe('the documents', () => {
  const folder = new TemporaryFolder();

  for (const path of documents) {
    it(`have links in ${path} that lead somewhere`, () => {
      const links = readFileSync(path, 'utf8').matchAll(/(?:\]\(|src(?:set)?=")([^)"]+)/g);
      for (const [, target = ''] of links) {
        if (/^[a-z]+:/.test(target)) continue;
        const [file = '', anchor] = target.split('#');
        const linked = file === '' ? path : join(dirname(path), file);
        expect(existsSync(linked), `${target} in ${path}`).to.equal(true);
        if (anchor !== undefined) expect(anchors(linked), target).to.include(anchor);
      }
    });

    it(`begin no line of ${path} with a figure, which would make it a block of HTML`, () => {
      expect(readFileSync(path, 'utf8')).not.to.match(/^[ >*+-]*<!--.*?-->.*\S/m);
    });
  }

  it('show in README.md what the service says of a wrong product', async () => {
    // Without the time, which `--watch` puts before it.
    const readme = readFileSync('README.md', 'utf8').replace(/^[\dT:.-]{23}Z /gm, '');
    const [, json = ''] = /^```json\n(.*?)^```$/ms.exec(readme) ?? [];
    const file = folder.write('products.json', json.replace(/9(?=\}\]\n$)/, '"9"'));
    const result = await loadProducts(file).catch((error: Error) => error.message);
    expect(readme).to.include(`\n${result}\n`.replaceAll(file, 'products.json'));
  });
});

/** The anchors of the headings in a Markdown file, as GitHub makes them. */
function anchors(path: string): string[] {
  const headings = readFileSync(path, 'utf8')
    .toLowerCase()
    .matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading = '']) =>
    heading.replace(/[^\w\- ]/g, '').replaceAll(' ', '-'),
  );
}
