import { expect } from 'chai';
import { Service } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { withTimeout } from '../support/with-timeout.ts';

const TEA = '{"id":1,"name":"Tea","price":3}';
const MILK = '{"id":2,"name":"Milk","price":1}';

/** How the service follows a file that changes; `watchProducts` has what counts as a change. */
describe('main, with --watch', () => {
  const folder = new TemporaryFolder();

  it('goes on when nobody reads what it prints any more', async () => {
    const path = folder.write('products.json', `[${TEA}]`);
    await using service = new Service({ HOST: '127.0.0.1' }, [path, '--watch']);
    await service.printed(/^Watching /m);
    for (const stream of [service.process.stdout, service.process.stderr]) stream.destroy();
    const served = async (json: string) => {
      while ((await service.get('/api/products')).body !== json);
    };
    // The first version causes a warning on stderr, and both cause a line on stdout.
    for (const json of ['[]', `[${MILK}]`]) {
      folder.write('products.json', json);
      await withTimeout(served(json), () => `the version ${json}`);
    }
    expect(await service.stop()).to.equal(0);
  });

  it('serves each good version, and says what it still serves if the next is not valid', async () => {
    const path = folder.write('products.json', `[${TEA}]`);
    await using service = new Service({ HOST: '127.0.0.1' }, [path, '--watch']);
    const expectList = async (json: string) => {
      expect((await service.get('/api/products')).body).to.equal(json);
    };

    await service.printed(/^Watching /m);
    folder.write('products.json', '7');
    await service.printed(/still serving the 1/);
    await expectList(`[${TEA}]`);

    folder.write('products.json', `[${MILK},${MILK}]`);
    await service.printed(/2 products\n$/);
    await expectList(`[${MILK},${MILK}]`);
    expect((await service.get('/api/products/1')).status).to.equal(404);

    // This one cannot even be explained, since the parser is recursive.
    folder.write('products.json', '['.repeat(200_000));
    await service.printed(/still serving the 2/);
    await expectList(`[${MILK},${MILK}]`);

    expect(await service.stop('SIGINT')).to.equal(0);
    const [, watching, reloaded] = service.stdout.split('\n');
    expect(watching).to.equal(`Watching ${path}`);
    expect(reloaded).to.match(/^[\dT:.-]{23}Z Reloaded .*: 2 products$/);
    // Each line but the warning and the picture begins with the time.
    const expected = 'expected an array of products, or an object with that array under "products"';
    expect(service.stderr.replace(/^[\dT:.-]{23}Z /gm, '').split('\n')).to.deep.equal([
      `${path}:1:1: ${expected}`,
      '    7',
      '    ^',
      `${path}: still serving the 1 product from before`,
      `${path}: warning: duplicate ids: 2`,
      `${path}: not JSON, and nested too deeply to show where`,
      `${path}: still serving the 2 products from before`,
      '',
    ]);
  });
});
