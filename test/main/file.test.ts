import { expect } from 'chai';
import { Service } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { once } from '../support/with-timeout.ts';

const TEA = '{"id":7,"name":"Tea","price":3}';

/** A products file is checked before anything listens, and served as it is. */
describe('main, with a products file', () => {
  const folder = new TemporaryFolder();
  // With an address that this machine does not have, and under an npm that may exit.
  const unusable = { HOST: '192.0.2.1', npm_lifecycle_event: 'start' };

  it('serves the file byte for byte, and does not say that it watches it', async () => {
    const json = `[${TEA},${TEA.replace('7', '8')}]`;
    const path = folder.write('products.json', json);
    await using service = new Service({ PRODUCTS_FILE: path });
    expect((await service.get('/api/products')).body).to.equal(json);
    expect(await service.stop()).to.equal(0);
    expect(service.stdout).to.match(/^Serving 2 products of .*products\.json at .*\n$/);
  });

  it('warns of fields that are left out, and of products that are never found by their ids', async () => {
    await using checked = new Service(unusable, ['-', '--check']);
    // In more than one chunk.
    checked.process.stdin.end(
      `[${TEA.replace('}', ',"image":null}')},${TEA}]${' '.repeat(100_000)}`,
    );
    expect(await checked.ended()).to.equal(0);
    expect(checked.stdout).to.equal('standard input: valid, 2 products\n');
    expect(checked.stderr).to.equal(
      'standard input: warning: fields left out: "image"\nstandard input: warning: duplicate ids: 7\n',
    );
  });

  it('ends with status 1 if the file is wrong, before it listens', async () => {
    const wrong = TEA.replace('3', '"\u009b12"');
    const path = folder.write('wrong.json', `[${wrong}]`);
    await using refused = new Service(unusable, [path, '--watch']);
    expect(await refused.ended()).to.equal(1);
    expect(refused.stdout).to.equal('');
    const got = `"\u009b12" in ${wrong}`.replaceAll('\u009b', '\\u009b');
    expect(refused.stderr).to.equal(
      `${path}: 1 of 1 product is not valid\n${path}:1: [0].price: expected a number, got ${got}\n`,
    );
  });

  for (const [what, args, ending] of [
    ['with status 0', ['-'], 0],
    ['by the signal, as there is no verdict,', ['-', '--check'], 'SIGTERM'],
  ] as const) {
    it(`ends ${what} when it is told to stop while it reads standard input with ${args.join(' ')}`, async () => {
      await using service = new Service({}, args);
      // More than fits into a pipe: when the rest of it does, the service reads.
      service.process.stdin.write(' '.repeat(1_000_000));
      await once(service.process.stdin, 'drain');
      expect(await service.stop()).to.equal(ending);
      expect(service.stdout).to.equal('');
    });
  }
});
