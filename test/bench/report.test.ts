import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { fill, texts } from '../../bench/report.ts';

/** What the documents say of the benchmark is what it found, and whether its targets are reached. */
describe('the report of the benchmark', () => {
  const results = JSON.parse(readFileSync('docs/performance.json', 'utf8'));

  for (const path of ['README.md', 'docs/performance.md']) {
    it(`has in ${path} the figures of docs/performance.json, where it names them`, () => {
      const document = readFileSync(path, 'utf8');
      expect(fill(document, texts(results))).to.equal(document);
      expect(() => fill(document, {})).to.throw('there is no figure');
    });
  }
});
