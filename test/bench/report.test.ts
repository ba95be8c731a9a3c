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

  // The target is at most 1.15.
  for (const { found, twin = [1], drift = [1], its = [1], verdict } of [
    { found: [1.1, 1.14, 1.15], twin: [0.96, 1, 1.18], verdict: 'reached' },
    { found: [1.16, 1.2, 1.4], drift: [0.9, 1.04, 1.2], verdict: 'missed' },
    { found: [1.1, 1.12, 1.16], verdict: 'within the noise' },
    { found: [1.14, 1.2, 1.2], verdict: 'within the noise' },
    { found: [1, 1, 1], twin: [0.98, 1.06, 1.07], verdict: 'TOO NOISY' },
    { found: [1.3, 1.3, 1.3], twin: [0.93, 0.94, 1], verdict: 'TOO NOISY' },
    { found: [1, 1, 1], drift: [0.9, 0.94, 1], verdict: 'TOO NOISY' },
    { found: [1, 1, 1], its: [1, 1.06, 1.1], verdict: 'TOO NOISY' },
  ]) {
    it(`calls ${found.join(', ')} ${verdict} if the twin is ${twin}, and the drifts are ${drift} and ${its}`, () => {
      const row = (server: string, ratios: number[], drifts: number[]) => {
        const figures = { 'ratio of CPU': ratios, 'drift of CPU': drifts };
        return { table: 'List', server, products: 10_000, figures };
      };
      const others = [row('twin', twin, [1]), row('node:http', [1], its)];
      const rows = [row('this service', found, drift), ...others];
      const measured: Results = { run: '', versions: '', rows };
      expect(texts(measured).targets).to.match(
        new RegExp(`^CPU of a list of 10,000 \\|.* \\| ${verdict}$`, 'm'),
      );
    });
  }
});
