import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { Service, STOPPED } from '../support/service.ts';
import { TEA } from '../support/tea.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { withTimeout } from '../support/with-timeout.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const tea = JSON.stringify(TEA);
const milk = JSON.stringify({ ...TEA, id: 8, name: 'Milk' });

/** Before each message that comes while the service runs. */
const TIME = /^[\dT:.-]{23}Z /gm;

/** How the service follows a file that changes; `watchProducts` has what counts as a change. */
describe('main, with --watch', () => {
  const folder = new TemporaryFolder();

  it('goes on when nobody reads what it prints any more', async () => {
    const path = folder.write('products.json', `[${tea}]`);
    await using service = new Service({ HOST: '127.0.0.1' }, [path, '--watch']);
    await service.printed(/^Watching /m);
    for (const stream of [service.process.stdout, service.process.stderr]) stream.destroy();
    let served = '';
    const serve = async (json: string) => {
      while (served !== json) served = (await service.get('/api/products')).body;
    };
    // The first version causes a warning on stderr, and both cause a line on stdout.
    for (const json of ['[]', `[${milk}]`]) {
      folder.write('products.json', json);
      await withTimeout(serve(json), () => `${json} in place of ${served}`);
    }
    expect(await service.stop(), service.stderr).to.equal(STOPPED);
  });

  it('serves the next version if it is right, and the one before if it is wrong, and says so', async () => {
    const path = folder.write('products.json', `[${tea}]`);
    await using service = new Service({ HOST: '127.0.0.1' }, [path, '--watch']);
    await service.printed(/^Watching /m);
    folder.write('products.json', `[${milk},${milk}]`);
    await service.printed(/2 products\n$/);
    expect((await service.get('/api/products')).body).to.equal(`[${milk},${milk}]`);
    expect((await service.get(`/api/products/${TEA.id}`)).status).to.equal(404);
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
});
