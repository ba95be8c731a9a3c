import { readFileSync } from 'node:fs';
import { expect } from 'chai';

/** A reader of what the server relies on in Node finds the test that notices a change. */
describe('docs/architecture.md', () => {
  it('names tests that exist', () => {
    const architecture = readFileSync('docs/architecture.md', 'utf8');
    const named = Array.from(architecture.matchAll(/\| `([\w.-]+)`: "(.*)" \|$/gm));
    expect(named).to.have.length(10);
    for (const [, file, text] of named) {
      expect(readFileSync(`test/http-server/${file}.test.ts`, 'utf8')).to.include(text);
    }
  });
});
