import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { documents, fill, texts } from '../../bench/report.ts';
import type { Results } from '../../bench/results.ts';

/** What the documents say of the benchmark is what it found, and whether its targets are reached. */
describe('the report of the benchmark', () => {
  const results = JSON.parse(readFileSync('docs/performance.json', 'utf8'));

  for (const path of documents) {
    it(`has in ${path} the figures of docs/performance.json, where it names them`, () => {
      const document = readFileSync(path, 'utf8');
      expect(fill(document, texts(results))).to.equal(document);
      expect(() => fill(document, {})).to.throw('there is no figure');
    });
  }

  // The target is at most 2.
  for (const { found, twin, verdict } of [
    { found: [1.9, 1.99, 2], twin: [0.96, 1, 1.18], verdict: 'reached' },
    { found: [2.01, 2.1, 2.4], twin: [0.96, 1, 1.18], verdict: 'missed' },
    { found: [1.9, 1.95, 2.01], twin: [1, 1, 1], verdict: 'within the noise' },
    { found: [1.99, 2.1, 2.1], twin: [1, 1, 1], verdict: 'within the noise' },
    { found: [1, 1, 1], twin: [0.98, 1.06, 1.07], verdict: 'TOO NOISY' },
    { found: [2, 2, 2], twin: [0.93, 0.94, 1], verdict: 'TOO NOISY' },
  ]) {
    it(`calls ${found.join(', ')} ${verdict} if the twin is ${twin.join(', ')}`, () => {
      const row = (server: string, ratios: number[]) => ({
        ...{ table: 'List', server, products: 10_000, figures: { 'ratio of CPU': ratios } },
      });
      const rows = [row('twin', twin), row('this service', found)];
      const measured: Results = { run: '', versions: '', rows };
      expect(texts(measured).targets).to.match(
        new RegExp(`^CPU of a list .*\\) \\| ${verdict}$`, 'm'),
      );
    });
  }
});
