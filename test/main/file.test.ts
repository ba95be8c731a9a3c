import { expect } from 'chai';
import { Service, STOPPED } from '../support/service.ts';
import { itWithSignals } from '../support/system.ts';
import { TEA } from '../support/tea.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/with-timeout.ts';

const tea = JSON.stringify(TEA);

/** A products file is checked before anything listens, and served as it is. */
describe('main, with a products file', () => {
  const folder = new TemporaryFolder();
  /** A name that has no address: the service would end as soon as it listened there. */
  const unusable = { HOST: 'nowhere.invalid' };

  it('serves the products of the file with its warnings, and does not say that it watches it', async () => {
    const path = folder.write('products.json', `[${tea},${tea.replace('}', ',"prize":1}')}]`);
    await using service = new Service({ HOST: '127.0.0.1', PRODUCTS_FILE: path });
    expect((await service.get('/api/products')).body).to.equal(`[${tea},${tea}]`);
    expect(await service.stop(), service.stderr).to.equal(STOPPED);
    expect(service.stdout).to.match(/^Serving 2 products of .*products\.json at /);
    expect(service.stdout).not.to.include('Watching');
    expect(service.stderr).to.equal(
      `${path}: warning: fields left out: "prize"\n${path}: warning: duplicate ids: 7\n`,
    );
  });

  it('checks the products of standard input, also with its warnings', async () => {
    await using checked = new Service(unusable, ['-', '--check']);
    // Longer than what a pipe holds, so that it comes in several chunks.
    checked.process.stdin.end(`[${tea},${tea}]${' '.repeat(100_000)}`);
    expect(await checked.ended(), checked.stderr).to.equal(0);
    expect(checked.stdout).to.equal('standard input: valid, 2 products\n');
    expect(checked.stderr).to.equal('standard input: warning: duplicate ids: 7\n');
  });

  for (const option of ['--watch', '--check']) {
    it(`ends with status 1 if the file is wrong, before it listens, with ${option}`, async () => {
      const wrong = JSON.stringify([{ ...TEA, price: '12' }]);
      const column = wrong.indexOf('"12"') + 1;
      const path = folder.write('wrong.json', wrong);
      await using refused = new Service(unusable, [path, option]);
      expect(await refused.ended(), refused.stderr).to.equal(1);
      expect(refused.stdout).to.equal('');
      expect(refused.stderr.split('\n')).to.deep.equal([
        `${path}: invalid products: 1 of 1`,
        `${path}:1:${column}: [0].price: expected a number, got a string`,
        `    ${wrong}`,
        `    ${'^'.padStart(column)}`,
        '',
      ]);
    });
  }

  for (const [ending, ...args] of [
    [0, '-'],
    // It has no verdict, so it must not end as a success.
    ['SIGTERM', '-', '--check'],
  ] as const) {
    itWithSignals(`ends with ${ending} if stopped while it reads: ${args.join(' ')}`, async () => {
      await using service = new Service({}, args);
      // More than fits into a pipe: when the rest of it does, the service reads.
      service.process.stdin.write(' '.repeat(1_000_000));
      await waitFor(service.process.stdin, 'drain');
      expect(await service.stop(), service.stderr).to.equal(ending);
      expect(service.stdout).to.equal('');
    });
  }
});
