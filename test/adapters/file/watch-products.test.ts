import { chmodSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { expect } from 'chai';
import { watchProducts } from '../../../src/adapters/file/watch-products.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';

describe('watchProducts', () => {
  const folder = new TemporaryFolder();

  it('reads a file again that could not be read, when that has passed', async () => {
    const path = folder.write('products.json', '[]');
    chmodSync(folder.path('.'), 0o755);
    chmodSync(path, 0o600);
    const user = process.geteuid?.();
    const versions = watchProducts(path, ({ message }) => {
      expect(message).to.equal(`${path}: no permission to read it`);
      // For the superuser, the file has not changed since.
      if (user === 0) process.seteuid?.(0);
      else chmodSync(path, 0o600);
    });
    expect((await versions.next()).value).to.deep.equal([]);
    folder.write('products.json', '[{"id":1,"name":"Tea","price":3}]');
    if (user === 0) process.seteuid?.(65534);
    else chmodSync(path, 0);
    try {
      expect((await versions.next()).value).to.have.length(1);
    } finally {
      if (user === 0) process.seteuid?.(0);
    }
  });

  it('reports an error once for each version', async () => {
    const path = folder.write('products.json', '[]');
    const errors: string[] = [];
    const versions = watchProducts(path, ({ message }) => {
      errors.push(message);
      // The second version has another length, and is wrong in the same way.
      folder.write('products.json', errors.length === 1 ? ' {}' : '[]');
    });
    await versions.next();
    folder.write('products.json', '{}');
    expect((await versions.next()).value).to.deep.equal([]);
    const error = `${path}: expected an array of products, got an object`;
    expect(errors).to.deep.equal([error, error]);
  });

  /** Waits until another file, which is checked as often, has been checked three times. */
  async function threeChecks(): Promise<void> {
    const path = folder.write('other.json', '[]');
    const versions = watchProducts(path, (error) => expect.fail(error.message));
    await versions.next();
    for (const text of ['[ ]', '[  ]', '[   ]']) {
      folder.write('other.json', text);
      await versions.next();
    }
  }

  const lasting: [what: string, begin: (path: string) => void, ...reasons: string[]][] = [
    ['yields nothing as long as the file is the same', () => {}],
    ['reports only once that there is no file', (path) => rmSync(path), 'no such file'],
  ];
  for (const [what, begin, ...reasons] of lasting) {
    it(`${what}, however often it checks`, async () => {
      const path = folder.write('products.json', '[]');
      const errors: string[] = [];
      const versions = watchProducts(path, ({ message }) => errors.push(message));
      await versions.next();
      folder.write('products.json', '[ ]');
      await versions.next();
      begin(path);
      const next = versions.next();
      await threeChecks();
      folder.write('products.json', '[{"id":1,"name":"Tea","price":3}]');
      expect((await next).value).to.have.length(1);
      expect(errors).to.deep.equal(reasons.map((reason) => `${path}: ${reason}`));
    });
  }

  it('yields a version again that comes back after a wrong one', async () => {
    const tea = { id: 1, name: 'Tea', price: 3 };
    folder.write('good.json', JSON.stringify([tea]));
    folder.write('wrong.json', '{}');
    const path = folder.path('link.json');
    symlinkSync('good.json', path);
    function switchTo(name: string): void {
      symlinkSync(name, folder.path('new.json'));
      renameSync(folder.path('new.json'), path);
    }
    const errors: string[] = [];
    const versions = watchProducts(path, ({ message }) => {
      errors.push(message);
      switchTo('good.json');
    });
    await versions.next();
    switchTo('wrong.json');
    expect((await versions.next()).value).to.deep.equal([tea]);
    expect(errors).to.deep.equal([`${path}: expected an array of products, got an object`]);
  });
});
