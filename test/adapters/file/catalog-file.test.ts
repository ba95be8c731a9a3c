import { appendFileSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { expect } from 'chai';
import { CatalogFile, loadProducts } from '../../../src/adapters/file/catalog-file.ts';
import { CatalogFileError } from '../../../src/adapters/file/catalog-file-error.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';

const { open, stat } = fs;

/** A catalogue with as many products. */
function json(count: number): string {
  return JSON.stringify(Array.from({ length: count }, (_, id) => ({ id, name: 'Tea', price: 3 })));
}

/** Each version of a file is loaded, whole and once, however the file changes. */
describe('CatalogFile', () => {
  const folder = new TemporaryFolder();
  let path: string;

  beforeEach(() => {
    path = folder.write('products.json', json(1));
  });
  afterEach(() => replace({ open, stat }));

  function newFile(): CatalogFile {
    return new CatalogFile(path, (line) => expect.fail(line), 1);
  }

  /** Loads a file, and watches it. @returns a function that waits for the next change: a number of products, or an error */
  async function watch(): Promise<() => Promise<number | string>> {
    const file = newFile();
    await file.load();
    const changes = file.changes();
    return async () => {
      const { value } = await changes.next();
      return value instanceof CatalogFileError ? value.message : value.length;
    };
  }

  /** Replaces functions of Node, until the test has ended. */
  function replace(functions: Partial<Record<'open' | 'stat', unknown>>): void {
    Object.assign(fs, functions);
    syncBuiltinESMExports();
  }

  /** Calls `action` before each look at a file, with how many there have been since. */
  function beforeLooks(action: (looks: number) => void): void {
    let looks = 0;
    replace({
      stat(path: string) {
        action(looks);
        looks += 1;
        return stat(path);
      },
    });
  }

  function severalLooks(): Promise<void> {
    return new Promise((resolve) => beforeLooks((looks) => looks === 6 && resolve()));
  }

  it('loads a file, and prints its warnings unless told otherwise', async () => {
    expect(await loadProducts(path)).to.deep.equal(JSON.parse(json(1)));
    folder.write('products.json', '\ufeff[{"id":1,"name":"","price":1,"a":1}]');
    const printed: unknown[] = [];
    const told: string[] = [];
    const { warn } = console;
    console.warn = (line) => printed.push(line);
    await loadProducts(path).finally(() => {
      console.warn = warn;
    });
    await loadProducts(path, (line) => told.push(line));
    expect(printed).to.deep.equal([`${path}: warning: not served: a (in 1 of 1 products)`]);
    expect(told).to.deep.equal(printed);
  });

  it('loads a file again that changes while it is being loaded', async () => {
    // It looks at the file before and after it reads it.
    beforeLooks((looks) => looks === 1 && folder.write('products.json', json(2)));
    expect(await newFile().load()).to.have.length(2);
  });

  it('yields no version that changes while it is being read', async () => {
    const next = await watch();
    folder.write('products.json', json(2));
    // The first look sees the change, the second that it is over, and the third is after the reading.
    beforeLooks((looks) => looks === 2 && folder.write('products.json', json(3)));
    expect(await next()).to.equal(3);
  });

  it('waits until a file is no longer being written', async () => {
    const next = await watch();
    folder.write('products.json', '[');
    beforeLooks((looks) => {
      if (looks < 20) appendFileSync(path, ' ');
      if (looks === 20) appendFileSync(path, json(5).slice(1));
    });
    expect(await next()).to.equal(5);
  });

  for (const field of ['dev', 'ino', 'size', 'mtimeMs', 'ctimeMs']) {
    it(`notices a change that only ${field} tells`, async () => {
      const stats = await stat(path);
      let value = 1;
      replace({ stat: async () => ({ ...stats, [field]: value }) });
      const next = await watch();
      folder.write('products.json', json(2));
      value = 2;
      expect(await next()).to.equal(2);
    });
  }

  it('notices that a link on the way to the file points elsewhere, as in a ConfigMap', async () => {
    path = folder.path('link.json');
    symlinkSync('data.json', path);
    symlinkSync('products.json', folder.path('data.json'));
    const next = await watch();
    symlinkSync(folder.write('two.json', json(2)), folder.path('new.json'));
    renameSync(folder.path('new.json'), folder.path('data.json'));
    expect(await next()).to.equal(2);
  });

  it('reports once that the file is invalid or gone, and yields the same products when they are back', async () => {
    const next = await watch();
    const invalid = `${path}: expected an array of products, got 7`;
    const changes: [change: () => void, yielded: number | string][] = [
      [() => folder.write('products.json', '7'), invalid],
      [() => folder.write('products.json', ' 7'), invalid],
      [() => folder.write('products.json', json(1)), 1],
      [() => rmSync(path), `${path}: no such file`],
      [() => folder.write('products.json', json(1)), 1],
    ];
    for (const [change, yielded] of changes) {
      const pending = next();
      await severalLooks();
      change();
      expect(await pending).to.equal(yielded);
    }
  });

  it('yields nothing if the file is only touched', async () => {
    const next = await watch();
    const change = next();
    utimesSync(path, new Date(), new Date());
    await severalLooks();
    folder.write('products.json', json(2));
    expect(await change).to.equal(2);
  });

  it('reads a file again that could not be read, though it has not changed since', async () => {
    const next = await watch();
    folder.write('products.json', json(2));
    replace({ open: () => Promise.reject(Object.assign(new Error(), { code: 'EACCES' })) });
    expect(await next()).to.equal(`${path}: no permission to read it`);
    replace({ open });
    expect(await next()).to.equal(2);
  });

  it('reads a file only if a look finds it changed', async () => {
    const next = await watch();
    const change = next();
    let opened = 0;
    replace({
      open(...args: Parameters<typeof open>) {
        opened += 1;
        return open(...args);
      },
    });
    await severalLooks();
    expect(opened).to.equal(0);
    folder.write('products.json', json(2));
    expect(await change).to.equal(2);
    expect(opened).to.equal(1);
  });
});
