import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';

const documents = ['.', 'docs', '.github', '.github/ISSUE_TEMPLATE'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

/** Whoever follows a link in a document of this project finds what it promises. */
describe('the links between the documents', () => {
  for (const path of documents) {
    it(`lead somewhere in ${path}`, () => {
      for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(/\]\(([^)]+)\)/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        const [file = '', anchor] = target.split('#');
        const linked = file === '' ? path : join(dirname(path), file);
        expect(existsSync(linked), `${target} in ${path}`).to.equal(true);
        if (anchor !== undefined) expect(anchors(linked), target).to.include(anchor);
      }
    });
  }
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
