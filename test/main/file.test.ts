import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { expect } from 'chai';
import { Service, STOPPED } from '../support/service.ts';
import { itOnUnix } from '../support/system.ts';
import { TEA } from '../support/tea.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/with-timeout.ts';

const LOCAL = { HOST: '127.0.0.1' };
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const tea = JSON.stringify(TEA);
const milk = JSON.stringify({ ...TEA, id: 8, name: 'Milk' });

/** Before each message that comes while the service runs. */
const TIME = /^[\dT:.-]{23}Z /gm;

/** A products file is checked before anything listens, and followed if it is watched. */
describe('main, with a products file', () => {
  const folder = new TemporaryFolder();

  it('serves the products of the file, and neither watches it nor logs requests', async () => {
    const path = folder.write('products.json', `[${tea},${milk}]`);
    await using service = new Service({ ...LOCAL, PRODUCTS_FILE: path });
    expect((await service.get('/api/products')).body).to.equal(`[${tea},${milk}]`);
    expect(await service.stop(), service.stderr).to.equal(STOPPED);
    expect(service.stdout).to.match(/^Serving 2 products of .*products\.json at /);
    expect(service.stdout).not.to.match(/Watching|GET/);
  });

  it('checks the products of standard input, with their warnings', async () => {
    await using checked = new Service({}, ['-', '--check']);
    // Longer than what a pipe holds, so that it comes in several chunks.
    checked.process.stdin.end(`[${tea},${tea}]${' '.repeat(100_000)}`);
    expect(await checked.ended(), checked.stderr).to.equal(0);
    expect(checked.stdout).to.equal('standard input: valid, 2 products\n');
    expect(checked.stderr).to.equal('standard input: warning: duplicate ids: 7\n');
  });

  for (const args of [[], ['--watch'], ['--check']]) {
    it(`ends with status 1 if the file is wrong, before it listens, with "${args}"`, async () => {
      const path = folder.write('wrong.json', `[${tea.replace('3.5', '"3.5"')}]`);
      // The service would end with another message as soon as it listened there.
      await using refused = new Service({ HOST: 'nowhere.invalid' }, [path, ...args]);
      expect(await refused.ended(), refused.stderr).to.equal(1);
      expect(refused.stdout).to.equal('');
      const [summary, fault] = refused.stderr.split('\n');
      expect(summary).to.equal(`${path}: invalid products: 1 of 1`);
      expect(fault).to.match(/json:1:\d+: \[0\]\.price: expected a number, got a string$/);
    });
  }

  for (const [ending, ...args] of [
    [0, '-'],
    // It has no verdict, so it must not end as a success.
    ['SIGTERM', '-', '--check'],
  ] as const) {
    itOnUnix(`ends with ${ending} if stopped while it reads: ${args.join(' ')}`, async () => {
      await using service = new Service({}, args);
      // More than fits into a pipe: when the rest of it does, the service reads.
      service.process.stdin.write(' '.repeat(1_000_000));
      await waitFor(service.process.stdin, 'drain');
      expect(await service.stop(), service.stderr).to.equal(ending);
      expect(service.stdout).to.equal('');
    });
  }

  it('serves the next version if it is right, and the one before if it is wrong, and says so', async () => {
    const path = folder.write('products.json', `[${tea}]`);
    await using service = new Service(LOCAL, [path, '--watch']);
    await service.printed(/^Watching /m);
    folder.write('products.json', `[${milk},${milk}]`);
    await service.printed(/2 products\n$/);
    expect((await service.get('/api/products')).body).to.equal(`[${milk},${milk}]`);
    folder.write('products.json', ' ');
    await service.printed(/still serving .*\n/);
    expect((await service.get('/api/products')).body).to.equal(`[${milk},${milk}]`);

    expect(await service.stop(), service.stderr).to.equal(STOPPED);
    const url = await service.ready();
    const lines = service.stdout.replace(TIME, '<time> ').split('\n');
    expect(lines.slice(0, 3)).to.deep.equal([
      `Serving 1 product of ${path} at ${url} (version ${version})`,
      `Watching ${path}`,
      `<time> Reloaded ${path}: 2 products`,
    ]);
    expect(service.stderr.replace(TIME, '<time> ').split('\n')).to.deep.equal([
      `<time> ${path}: warning: duplicate ids: 8`,
      `<time> ${path}: expected products, got an empty file`,
      `<time> ${path}: still serving the 2 products from before`,
      '',
    ]);
  });

  itOnUnix('goes on, and can be stopped, when the watched file becomes a pipe', async () => {
    const path = folder.write('products.json', `[${tea}]`);
    await using service = new Service(LOCAL, [path, '--watch']);
    await service.printed(/^Watching /m);
    rmSync(path);
    execFileSync('mkfifo', [path]);
    await service.printed(/got a pipe .*\n.* still serving /);
    expect((await service.get('/api/products')).body).to.equal(`[${tea}]`);
    expect(await service.stop(), service.stderr).to.equal(STOPPED);
  });

  it('goes on when nobody reads what it prints any more', async () => {
    const path = folder.write('products.json', `[${tea}]`);
    await using service = new Service(LOCAL, [path, '--watch']);
    await service.printed(/^Watching /m);
    for (const stream of [service.process.stdout, service.process.stderr]) stream.destroy();
    // The first version causes a warning on stderr, and both cause a line on stdout.
    for (const json of ['[]', `[${milk}]`]) {
      folder.write('products.json', json);
      while ((await service.get('/api/products')).body !== json);
    }
    expect(await service.stop(), service.stderr).to.equal(STOPPED);
  });
});
