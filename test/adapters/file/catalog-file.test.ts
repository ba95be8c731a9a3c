import { appendFileSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { constants } from 'node:os';
import timers from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { CatalogFile, loadProducts } from '../../../src/adapters/file/catalog-file.ts';
import { CatalogFileError } from '../../../src/adapters/file/catalog-file-error.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';
import { withTimeout } from '../../support/with-timeout.ts';

const { open, readFile, stat } = fs;
const { setTimeout } = timers;

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
  afterEach(() => {
    replace(fs, { open, readFile, stat });
  });

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

  /** Replaces functions in a module of Node, until the test has ended. */
  function replace(module: object, functions: object): void {
    Object.assign(module, functions);
    syncBuiltinESMExports();
  }

  /** Calls `action` before each look at the file, with how many there have been since. */
  function beforeLooks(action: (looks: number) => void): void {
    let looks = 0;
    replace(fs, {
      stat(path: string) {
        action(looks);
        looks += 1;
        return stat(path);
      },
    });
  }

  /** Calls `action` when the file has been read, or opened, each time. @returns how often that has been */
  function afterReading(action = () => {}): () => number {
    let reads = 0;
    const thenAct = (call: (path: string) => Promise<unknown>) => async (path: string) => {
      const result = await call(path);
      reads += 1;
      action();
      return result;
    };
    replace(fs, { open: thenAct(open), readFile: thenAct(readFile) });
    return () => reads;
  }

  /** Waits for several looks at the file, which must not yield `pending`, and calls `change` before each. */
  function severalLooks(pending: Promise<unknown>, change = () => {}): Promise<unknown> {
    const seen = new Promise<void>((resolve) => {
      beforeLooks((looks) => (looks < 10 ? change() : resolve()));
    });
    const yielded = pending.then((value) => expect.fail(`it yielded ${value}`));
    return withTimeout(Promise.race([seen, yielded]), () => 'several looks at the file');
  }

  it('loads a file by its path or URL, and prints its warnings unless told otherwise', async () => {
    expect(await loadProducts(path)).to.deep.equal(JSON.parse(json(1)));
    expect(await loadProducts(pathToFileURL(path))).to.deep.equal(JSON.parse(json(1)));
    const nothing = loadProducts(undefined as unknown as string);
    expect(await nothing.catch(String)).to.equal('TypeError: expected a path, got nothing');
    folder.write('products.json', '\ufeff[{"id":1,"name":"","price":1,"a":1}]');
    const printed: unknown[] = [];
    const told: string[] = [];
    const { warn } = console;
    console.warn = (line) => printed.push(line);
    await loadProducts(path).finally(() => {
      console.warn = warn;
    });
    await loadProducts(path, (line) => told.push(line));
    expect(printed).to.deep.equal([`${path}: warning: fields left out: "a"`]);
    expect(told).to.deep.equal(printed);
  });

  it('yields the version that a file got while it was loaded at first', async () => {
    afterReading(() => folder.write('products.json', json(2)));
    const next = await watch();
    replace(fs, { open, readFile });
    expect(await next()).to.equal(2);
  });

  it('yields nothing of a file that changes while it is being read, not even an error', async () => {
    const next = await watch();
    folder.write('products.json', '[');
    afterReading(() => {
      folder.write('products.json', json(3));
      replace(fs, { open, readFile });
    });
    expect(await next()).to.equal(3);
  });

  it('reads a new version only when two looks in a row have seen it', async () => {
    const next = await watch();
    const reads = afterReading();
    const pending = next();
    await severalLooks(pending, () => appendFileSync(path, ' '));
    expect(reads()).to.equal(0);
    expect(await pending).to.equal(1);
  });

  it('yields a version that is there again, after another was there once it had been read', async () => {
    const stats = await stat(path);
    let versions = [1];
    const look = () => (versions.length > 1 ? versions.shift() : versions[0]);
    replace(fs, { stat: async () => Object.assign(Object.create(stats), { ino: look() }) });
    const next = await watch();
    const reads = afterReading(() => {
      if (reads() === 1) versions = [3, 2];
    });
    folder.write('products.json', json(2));
    versions = [2];
    expect(await next()).to.equal(2);
  });

  for (const field of ['dev', 'ino', 'size', 'mtimeMs', 'ctimeMs']) {
    it(`notices a change that only ${field} tells`, async () => {
      const stats = await stat(path);
      let value = 1;
      replace(fs, { stat: async () => Object.assign(Object.create(stats), { [field]: value }) });
      const next = await watch();
      folder.write('products.json', json(2));
      value = 2;
      expect(await next()).to.equal(2);
    });
  }

  it('reads a version again that the system could not read, and says once why, for each version', async () => {
    const next = await watch();
    let failures = 0;
    afterReading(() => {
      failures += 1;
      if (failures <= 5)
        throw Object.assign(new Error('EMFILE'), { errno: -constants.errno.EMFILE });
    });
    for (const count of [2, 3]) {
      failures = 0;
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
    const reads = afterReading();
    const got = 'or an object with that array under "products", got 7';
    const invalid = `${path}: expected an array of products, ${got}`;
    await expectNext(() => folder.write('products.json', '7'), invalid);
    await expectNext(() => folder.write('products.json', ' 7'), invalid);
    await expectNext(() => folder.write('products.json', json(1)), 1);
    await expectNext(() => utimesSync(path, new Date(), new Date()), 1);
    expect(reads()).to.equal(4);
  });

  it('looks at the file twice a second unless told otherwise', async () => {
    const waits: unknown[] = [];
    const wait = async (time: unknown) => waits.push(time);
    folder.write('products.json', json(2));
    replace(timers, { setTimeout: wait });
    Object.assign(timers.scheduler, { wait });
    const next = new CatalogFile(path).changes().next();
    await next.finally(() => {
      replace(timers, { setTimeout });
      Reflect.deleteProperty(timers.scheduler, 'wait');
    });
    expect(waits).to.deep.equal([500, 500]);
  });
});
