import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { preload, Service } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

const TEA = '{"id":1,"name":"Tea","price":3}';
const MILK = '{"id":2,"name":"Milk","price":1}';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Saves the file anew, as `MILK`, when the service says that it is serving: before it watches the file. */
const SAVING = `
  import { writeFileSync } from 'node:fs';
  const { log } = console;
  console.log = (line) => {
    if (line.startsWith('Serving')) writeFileSync(process.argv[2], '[${MILK}]');
    log(line);
  };
`;

/** How the service follows a file that changes; `watchProducts` has what counts as a change. */
describe('main, with --watch', () => {
  const folder = new TemporaryFolder();

  it('serves each good version, and says what it still serves if the next is not valid', async () => {
    const path = folder.write('products.json', `[${TEA}]`);
    await using service = new Service({}, [path, '--watch']);
    const url = await service.ready();
    const expectList = async (json: string) => {
      expect((await service.get('/api/products')).body).to.equal(json);
    };

    // It looks at the file meanwhile, and does not load the first version again.
    await wait(700);
    folder.write('products.json', '7');
    await service.printed(/still serving the 1/);
    await expectList(`[${TEA}]`);

    folder.write('products.json', `[${MILK},${MILK}]`);
    await service.printed(/2 products\n$/);
    await expectList(`[${MILK},${MILK}]`);
    expect((await service.get('/api/products/1')).status).to.equal(404);

    folder.write('products.json', '8');
    await service.printed(/still serving the 2/);
    await expectList(`[${MILK},${MILK}]`);

    expect(await service.stop('SIGINT')).to.equal(0);
    const [loaded, reloaded] = service.stderr.match(/[\dT:.-]{23}Z$/gm) ?? [];
    const [failed, , failedAgain] = service.stderr.match(/^[\dT:.-]{23}Z(?= )/gm) ?? [];
    // A version is loaded when the file has not changed for half a second, and this is the third.
    expect(loaded).not.to.equal(reloaded);
    expect(service.stdout.split('\n')).to.deep.equal([
      `Serving 1 product of ${path} at ${url} (version ${version})`,
      `Watching ${path}`,
      `${reloaded} Reloaded ${path}: 2 products`,
      '',
    ]);
    const expected = 'expected an array of products, or an object with that array under "products"';
    expect(service.stderr.split('\n')).to.deep.equal([
      `${failed} ${path}: ${expected}, got 7`,
      `${failed} ${path}: still serving the 1 product loaded at ${loaded}`,
      `${path}: warning: duplicate ids: 2`,
      `${failedAgain} ${path}: ${expected}, got 8`,
      `${failedAgain} ${path}: still serving the 2 products loaded at ${reloaded}`,
      '',
    ]);
  });

  it('loads a version that is saved after the first one was loaded, but before it watches the file', async () => {
    const path = folder.write('products.json', `[${TEA}]`);
    await using service = new Service(preload(SAVING), [path, '--watch']);
    await service.printed(/Reloaded/);
    expect((await service.get('/api/products')).body).to.equal(`[${MILK}]`);
  });
});
