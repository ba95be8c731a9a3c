import { appendFileSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { constants } from 'node:os';
import { mock } from 'node:test';
import timers from 'node:timers/promises';
import { expect } from 'chai';
import { CatalogFile } from '../../../src/adapters/file/catalog-file.ts';
import { CatalogFileError } from '../../../src/adapters/file/catalog-file-error.ts';
import { watch as watchFile, watchProducts } from '../../../src/adapters/file/watch-products.ts';
import { countTimers } from '../../support/count-timers.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';
import { withTimeout } from '../../support/with-timeout.ts';

const { open, readFile, stat } = fs;

/** A catalogue with as many products. */
function json(count: number): string {
  return JSON.stringify(Array.from({ length: count }, (_, id) => ({ id, name: 'Tea', price: 3 })));
}

/** Each version of a file is loaded, whole and once, however the file changes. */
describe('watchProducts', () => {
  const folder = new TemporaryFolder();
  let path: string;

  beforeEach(() => {
    path = folder.write('products.json', json(1));
  });
  afterEach(restore);

  /** Watches the file. @returns a function that waits for the next change: a number of products, or an error */
  async function watch(first: number | string = 1): Promise<() => Promise<number | string>> {
    const file = new CatalogFile(path, (line) => expect.fail(line));
    const states = watchFile(file, undefined, 1);
    const next = async () => {
      const { value } = await withTimeout(states.next(), () => 'the next version of the file');
      return value instanceof CatalogFileError ? value.message : Number(value?.length);
    };
    expect(await next()).to.equal(first);
    return next;
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

  it('yields the version that a file got while it was loaded at first', async () => {
    whileReading(() => folder.write('products.json', json(2)), { times: 1 });
    const next = await watch(2);
    expect(await next()).to.equal(2);
  });

  it('yields nothing of a file that changes while it is being read, not even an error', async () => {
    const next = await watch();
    // Nor a warning: it is not even parsed.
    folder.write('products.json', '[]');
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

  for (const isFirst of [true, false]) {
    const which = isFirst ? 'the first version' : 'a version';
    it(`yields ${which} if it is there again, after another was there once it had been read`, async () => {
      const stats = await stat(path);
      let versions = [1];
      const look = () => (versions.length > 1 ? versions.shift() : versions[0]);
      replace('stat', async () => Object.assign(Object.create(stats), { ino: look() }));
      const begin = () => {
        versions = [2];
        whileReading(() => Object.assign(versions, [3, 2]), { times: 1 });
      };
      if (isFirst) begin();
      const next = await watch();
      folder.write('products.json', json(2));
      if (!isFirst) begin();
      expect(await next()).to.equal(2);
    });
  }

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
    const reason = `${path}: too many open files`;
    const write = (count: number) => {
      folder.write('products.json', json(count));
      const fail = () => {
        throw Object.assign(new Error('EMFILE'), { errno: -constants.errno.EMFILE });
      };
      whileReading(fail, { times: 5 });
    };
    write(1);
    const next = await watch(reason);
    expect(await next()).to.equal(1);
    for (const count of [2, 3]) {
      write(count);
      expect(await next()).to.equal(reason);
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

  it('ends by its signal or by return(), without waiting for a change, and leaves no timer', async () => {
    for (const isBySignal of [true, false]) {
      const abortion = new AbortController();
      const states = watchFile(new CatalogFile(path), abortion.signal, 2 ** 30);
      await states.next();
      const timers = countTimers();
      const pending = states.next();
      if (isBySignal) abortion.abort();
      const ends = [pending, isBySignal ? states.next() : states.return?.()];
      for (const end of await withTimeout(Promise.all(ends), () => 'the end')) {
        expect(end).to.deep.equal({ done: true, value: undefined });
      }
      expect(countTimers()).to.equal(timers);
    }
  });

  it('yields nothing that it reads when its signal has ended it', async () => {
    const abortion = new AbortController();
    const states = watchFile(new CatalogFile(path), abortion.signal, 1);
    await states.next();
    folder.write('products.json', json(2));
    whileReading(() => abortion.abort());
    const { done } = await withTimeout(states.next(), () => 'the end');
    expect(done).to.equal(true);
  });

  it('looks at the file twice a second, and passes its warnings on', async () => {
    const waits: number[] = [];
    const told: string[] = [];
    const wait = async (time: number) => waits.push(time);
    mock.method(timers, 'setTimeout', wait as never);
    mock.method(timers.scheduler, 'wait', wait as never);
    syncBuiltinESMExports();
    const states = watchProducts(path, { onWarning: (line) => told.push(line) });
    await states.next();
    folder.write('products.json', '[]');
    await states.next();
    expect(told).to.deep.equal([`${path}: warning: no products`]);
    expect(waits).to.deep.equal([500, 500]);
  });
});
