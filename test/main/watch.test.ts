import { expect } from 'chai';
import { Service } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';

/** How the service follows a file that changes; `CatalogFile` has what counts as a change. */
describe('main, with --watch', () => {
  const folder = new TemporaryFolder();

  it('serves each good version, and says what it still serves if the next is not valid', async () => {
    const tea = '{"id":1,"name":"Tea","price":3}';
    const milk = '{"id":2,"name":"Milk","price":1}';
    const path = folder.write('products.json', `[${tea}]`);
    await using service = new Service({}, [path, '--watch']);
    const url = await service.ready();

    folder.write('products.json', `[${milk},${milk}]`);
    await service.until(() => service.stdout.endsWith('2 products\n'));
    expect((await service.get('/api/products')).body).to.equal(`[${milk},${milk}]`);
    expect((await service.get('/api/products/1')).status).to.equal(404);
    expect((await service.get('/api/products/2')).body).to.equal(milk);

    folder.write('products.json', '7');
    await service.until(() => /still serving .*\n$/.test(service.stderr));
    expect((await service.get('/api/products/2')).body).to.equal(milk);

    folder.write('products.json', `[${tea}]`);
    await service.until(() => service.stdout.endsWith('1 product\n'));
    expect((await service.get('/api/products')).body).to.equal(`[${tea}]`);

    expect(await service.stop()).to.equal(0);
    const [first, second] = service.stdout.match(/^\d\d:\d\d:\d\d/gm) ?? [];
    // The service looks at the file twice a second, and loads a version at the second look.
    expect(second).not.to.equal(first);
    expect(service.stdout.split('\n')).to.deep.equal([
      `Serving 1 product of ${path} at ${url}`,
      `Watching ${path}`,
      `${first} Reloaded ${path}: 2 products`,
      `${second} Reloaded ${path}: 1 product`,
      '',
    ]);
    expect(service.stderr.split('\n')).to.deep.equal([
      `${path}: warning: repeated ids: 2`,
      `${path}: expected an array of products, or an object with that array under "products", got 7`,
      `${path}: still serving the 2 products loaded at ${first}`,
      '',
    ]);
  });
});
