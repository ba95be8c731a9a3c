import { chmodSync } from 'node:fs';
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
});
