import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { fill, judge, texts } from '../../bench/report.ts';
import { addRound, type Results, type Row } from '../../bench/results.ts';
import { SERVICE, type Target } from '../../bench/scenarios.ts';

/** A row of the table `List`, with one product. */
function row(server: string, figures: Record<string, number[]>): Row {
  return { table: 'List', server, products: 1, figures };
}

describe('a round of the benchmark', () => {
  it('adds the median of its turns, and of their ratios to the turns beside them', () => {
    const { figures } = row(SERVICE, { seconds: [4], 'ratio of seconds': [3] });
    const turns = (...all: number[]) => all.map((seconds) => ({ seconds }));
    addRound({ ...row(SERVICE, figures) }, turns(2, 20, 6, 200, 3), turns(1, 10, 2, 100, 1));
    expect(figures).to.deep.equal({ seconds: [4, 6], 'ratio of seconds': [3, 2] });
  });
});

describe('a target of the benchmark', () => {
  const results: Results = {
    run: '',
    rows: [
      row(SERVICE, { rate: [60, 90, 80] }),
      row('one', { rate: [2, 2, 1] }),
      row('other', { rate: [1, 3, 2] }),
    ],
  };
  /** What the table of targets says of one for `rate`. */
  function verdict(bound: Target[1], limit: number, by: Target[7] = []): string[] {
    const target: Target = ['Rate', bound, limit, 'it', 'List', 1, 'rate', by];
    return judge(results, [target]).split(' | ').slice(-2);
  }

  it('is reached if the median of the rounds is good enough', () => {
    expect(verdict('at most', 80)).to.deep.equal(['80.0 (60.0–90.0)', 'reached']);
    expect(verdict('at most', 79)[1]).to.equal('not reached');
    expect(verdict('at least', 80)[1]).to.equal('reached');
    expect(verdict('at least', 81)[1]).to.equal('not reached');
  });

  it('compares with the best rival of each round', () => {
    const rivals = [
      ['one', 1],
      ['other', 1],
    ] as const;
    expect(verdict('at least', 30, rivals)[0]).to.equal('30.0 (30.0–40.0)');
  });

  it('needs the figure', () => {
    expect(() => verdict('at least', 30, [['third', 1]])).to.throw('rate of third');
  });
});

describe('a document that quotes figures', () => {
  it('gets them where it names them', () => {
    const quoting = 'It is <!--a-b-->old<!--end-->:\n<!--c-->\n| old |\n| old |\n<!--end-->\n';
    expect(fill(quoting, { 'a b': '1', c: '| 2 |' })).to.equal(
      'It is <!--a-b-->1<!--end-->:\n<!--c-->\n| 2 |\n<!--end-->\n',
    );
    expect(() => fill(quoting, { c: '' })).to.throw('a-b');
  });

  for (const path of ['README.md', 'docs/performance.md']) {
    it(`has those of docs/performance.json: ${path}`, () => {
      const document = readFileSync(path, 'utf8');
      const results = JSON.parse(readFileSync('docs/performance.json', 'utf8'));
      expect(fill(document, texts(results))).to.equal(document);
    });
  }
});
