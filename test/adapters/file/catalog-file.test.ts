import { appendFileSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { constants } from 'node:os';
import { mock } from 'node:test';
import timers from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { CatalogFile, loadProducts } from '../../../src/adapters/file/catalog-file.ts';
import { CatalogFileError } from '../../../src/adapters/file/catalog-file-error.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';
import { withTimeout } from '../../support/with-timeout.ts';

const { open, readFile, stat } = fs;

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
  afterEach(restore);

  /** Loads a file, and watches it. @returns a function that waits for the next change: a number of products, or an error */
  async function watch(): Promise<() => Promise<number | string>> {
    const file = new CatalogFile(path, (line) => expect.fail(line));
    await file.load();
    const changes = file.changes(1);
    return async () => {
      const { value } = await withTimeout(changes.next(), () => 'the next version of the file');
      return value instanceof CatalogFileError ? value.message : value.length;
    };
  }

  /** Has a function of `node:fs/promises` do something else. */
  function replace(name: 'open' | 'readFile' | 'stat', implementation: object, options = {}) {
    mock.method(fs, name, implementation as () => never, options);
    syncBuiltinESMExports();
  }

  /** Undoes it. */
  function restore(): void {
    mock.restoreAll();
    syncBuiltinESMExports();
  }

  /**
   * Calls `action` while the file is being read: the reader has the file, or its bytes, already.
   * @returns how often it has been read
   */
  function whileReading(action = () => {}, options = {}): () => number {
    let reads = 0;
    const acting = (read: typeof open | typeof readFile) => async (path: string) => {
      const result = await read(path);
      reads += 1;
      action();
      return result;
    };
    replace('open', acting(open), options);
    replace('readFile', acting(readFile), options);
    return () => reads;
  }

  /** Waits for several looks at the file, which must not yield `pending`, and calls `change` before each. */
  async function severalLooks(pending: Promise<unknown>, change = () => {}): Promise<void> {
    const seen = new Promise<void>((resolve) => {
      let looks = 0;
      replace('stat', (path: string) => {
        looks += 1;
        if (looks > 10) resolve();
        else change();
        return stat(path);
      });
    });
    const yielded = pending.then((value) => expect.fail(`it yielded ${value}`));
    await withTimeout(Promise.race([seen, yielded]), () => 'several looks at the file');
  }

  it('loads a file by its path or URL, and prints its warnings unless told otherwise', async () => {
    expect(await loadProducts(path)).to.deep.equal(JSON.parse(json(1)));
    expect(await loadProducts(pathToFileURL(path))).to.deep.equal(JSON.parse(json(1)));
    const nothing = loadProducts(undefined as unknown as string);
    expect(await nothing.catch(String)).to.equal('TypeError: expected a path, got nothing');
    folder.write('products.json', '\ufeff[{"id":1,"name":"","price":1,"a":1}]');
    const told: string[] = [];
    const printing = mock.method(console, 'warn', () => {}).mock;
    await loadProducts(path);
    await loadProducts(path, (line) => told.push(line));
    expect(told).to.deep.equal([`${path}: warning: fields left out: "a"`]);
    expect(printing.calls.map((call) => call.arguments)).to.deep.equal([told]);
  });

  it('warns with a line that is safe to print, and names ten things at most', () => {
    const names: string[] = [];
    const file = new CatalogFile('a.json', (line) => names.push(line));
    file.warn('odd', ['\n\u009b', -7]);
    file.warn('odd', [...'abcdefghij']);
    file.warn('odd', [...'abcdefghijk']);
    const ten = 'a.json: warning: odd: "a", "b", "c", "d", "e", "f", "g", "h", "i", "j"';
    expect(names).to.deep.equal(['a.json: warning: odd: "\\n\\u009b", -7', ten, `${ten}, …`]);
  });

  it('yields the version that a file got while it was loaded at first', async () => {
    whileReading(() => folder.write('products.json', json(2)), { times: 1 });
    const next = await watch();
    expect(await next()).to.equal(2);
  });

  it('yields nothing of a file that changes while it is being read, not even an error', async () => {
    const next = await watch();
    folder.write('products.json', '[');
    whileReading(() => folder.write('products.json', json(3)), { times: 1 });
    expect(await next()).to.equal(3);
  });

  it('reads a new version only when two looks in a row have seen it', async () => {
    const next = await watch();
    const reads = whileReading();
    const pending = next();
    await severalLooks(pending, () => appendFileSync(path, ' '));
    expect(reads()).to.equal(0);
    expect(await pending).to.equal(1);
  });

  it('yields a version that is there again, after another was there once it had been read', async () => {
    const stats = await stat(path);
    let versions = [1];
    const look = () => (versions.length > 1 ? versions.shift() : versions[0]);
    replace('stat', async () => Object.assign(Object.create(stats), { ino: look() }));
    const next = await watch();
    const read = () => {
      versions = [3, 2];
    };
    whileReading(read, { times: 1 });
    folder.write('products.json', json(2));
    versions = [2];
    expect(await next()).to.equal(2);
  });

  for (const field of ['dev', 'ino', 'size', 'mtimeMs', 'ctimeMs']) {
    it(`notices a change that only ${field} tells`, async () => {
      const stats = await stat(path);
      let value = 1;
      replace('stat', async () => Object.assign(Object.create(stats), { [field]: value }));
      const next = await watch();
      folder.write('products.json', json(2));
      value = 2;
      expect(await next()).to.equal(2);
    });
  }

  it('reads a version again that the system could not read, and says once why, for each version', async () => {
    const next = await watch();
    const fail = () => {
      throw Object.assign(new Error('EMFILE'), { errno: -constants.errno.EMFILE });
    };
    for (const count of [2, 3]) {
      whileReading(fail, { times: 5 });
      folder.write('products.json', json(count));
      expect(await next()).to.equal(`${path}: too many open files`);
      expect(await next()).to.equal(count);
    }
  });

  it('notices that a link on the way to the file points elsewhere, as in a ConfigMap', async () => {
    path = folder.path('link.json');
    symlinkSync('data.json', path);
    symlinkSync('products.json', folder.path('data.json'));
    const next = await watch();
    symlinkSync(folder.write('two.json', json(2)), folder.path('new.json'));
    renameSync(folder.path('new.json'), folder.path('data.json'));
    expect(await next()).to.equal(2);
  });

  it('reads and yields each version once, and an error if it is invalid or gone', async () => {
    const next = await watch();
    const expectNext = async (change: () => void, yielded: number | string) => {
      const pending = next();
      await severalLooks(pending);
      change();
      expect(await pending).to.equal(yielded);
    };
    await expectNext(() => rmSync(path), `${path}: no such file or directory`);
    await expectNext(() => folder.write('products.json', json(1)), 1);
    const reads = whileReading();
    const got = 'or an object with that array under "products", got 7';
    const invalid = `${path}: expected an array of products, ${got}`;
    await expectNext(() => folder.write('products.json', '7'), invalid);
    await expectNext(() => folder.write('products.json', ' 7'), invalid);
    await expectNext(() => folder.write('products.json', json(1)), 1);
    await expectNext(() => utimesSync(path, new Date(), new Date()), 1);
    expect(reads()).to.equal(4);
  });

  it('tells twice of a file that is deleted, restored as it was, and deleted again', async () => {
    const stats = await stat(path);
    let look = async () => stats;
    replace('stat', () => look());
    const next = await watch();
    for (const gone of [true, false, true]) {
      if (gone) rmSync(path);
      else folder.write('products.json', json(1));
      look = gone ? () => stat(path) : async () => stats;
      expect(await next()).to.equal(gone ? `${path}: no such file or directory` : 1);
    }
  });

  it('looks at the file twice a second unless told otherwise', async () => {
    const waits: number[] = [];
    const wait = async (time: number) => waits.push(time);
    mock.method(timers, 'setTimeout', wait as never);
    mock.method(timers.scheduler, 'wait', wait as never);
    syncBuiltinESMExports();
    folder.write('products.json', json(2));
    await new CatalogFile(path).changes().next();
    expect(waits).to.deep.equal([500, 500]);
  });
});
