import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

/** It counts the files of each folder correctly, and names tests that exist. */
describe('docs/architecture.md', () => {
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
    const named = Array.from(architecture.matchAll(/\| `([\w.-]+)`: "(.*)" \|$/gm));
    expect(named).to.have.length(10);
    for (const [, file, text] of named) {
      expect(readFileSync(`test/http-server/${file}.test.ts`, 'utf8')).to.include(text);
    }
  });
});
