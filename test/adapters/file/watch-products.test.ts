import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import { loadProducts } from '../../../src/adapters/file/load-products.ts';
import {
  fingerprintOf,
  type WatchOptions,
  watchProducts,
} from '../../../src/adapters/file/watch-products.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';
import { withTimeout } from '../../support/with-timeout.ts';

/** A file with as many products; it has the same size for two to nine of them. */
function json(count: number): string {
  return JSON.stringify(Array.from({ length: count }, (_, id) => ({ id, name: 'Tea', price: 3 })));
}

/** Each version of a real file is loaded, whole and once, however the file changes. */
describe('watchProducts', () => {
  let folder: TemporaryFolder;
  let path: string;
  let ending: AbortController;
  let fingerprint: string;

  beforeEach(async () => {
    folder = new TemporaryFolder();
    path = folder.write('products.json', json(1));
    fingerprint = await fingerprintOf(path);
    ending = new AbortController();
  });
  afterEach(() => ending.abort());

  /** Watches the file. @returns a function that waits for the next version: a number of products, or an error */
  function watch(options: WatchOptions = {}): () => Promise<number | string | undefined> {
    const all = {
      fingerprint,
      signal: ending.signal,
      interval: 20,
      onWarning: expect.fail,
      ...options,
    };
    const versions = watchProducts(path, all);
    return async () => {
      const { value } = await withTimeout(versions.next(), () => 'the next version of the file');
      return value instanceof Error ? value.message : value?.length;
    };
  }

  it('yields the version that is there at first, unless that has been loaded', async () => {
    expect(await watch({ fingerprint: '' })()).to.equal(1);
    const next = watch();
    folder.write('products.json', json(2));
    expect(await next()).to.equal(2);
  });

  it('yields a save between loading and watching', async () => {
    expect(await loadProducts(path)).to.have.length(1);
    writeFileSync(path, json(2));
    expect(await watch()()).to.equal(2);
  });

  const changes: [what: string, change: () => void, yielded: number | string][] = [
    ['a save in place', () => writeFileSync(path, json(2)), 2],
    ['a new file that is renamed over it', () => folder.write('products.json', json(3)), 3],
    ['an error', () => writeFileSync(path, ''), ': expected products, got an empty file'],
    [
      'the same error of the next version',
      () => writeFileSync(path, ' '),
      ': expected products, got an empty file',
    ],
    ['its removal', () => rmSync(path), ': no such file or directory'],
    ['a file that is written anew', () => writeFileSync(path, json(1)), 1],
    ['the same products after a touch', () => utimesSync(path, new Date(), new Date()), 1],
  ];
  it('yields each version once, however the file changes', async () => {
    const next = watch();
    for (const [what, change, yielded] of changes) {
      const pending = next();
      change();
      const expected = typeof yielded === 'string' ? path + yielded : yielded;
      expect(await pending, what).to.equal(expected);
    }
  });

  it('notices a change that leaves the size and the time of modification', async () => {
    writeFileSync(path, json(1).replace('Tea', 'Tee'));
    const time = new Date('2026-01-01');
    utimesSync(path, time, time);
    fingerprint = await fingerprintOf(path);
    const { size, mtimeMs } = statSync(path);
    // The system's clock for files may stand still for some milliseconds.
    await wait(20);
    const versions = watchProducts(path, { fingerprint, signal: ending.signal, interval: 20 });
    writeFileSync(path, json(1));
    utimesSync(path, time, time);
    expect(statSync(path)).to.include({ size, mtimeMs });
    const { value } = await withTimeout(versions.next(), () => 'the next version of the file');
    expect(value).to.have.nested.property('[0].name', 'Tea');
  });

  it('notices that a link points elsewhere, and the folder of Kubernetes, too', async () => {
    const write = (version: string, count: number) => {
      mkdirSync(folder.path(version));
      folder.write(`${version}/products.json`, json(count));
    };
    const link = (target: string, name: string) => {
      symlinkSync(target, folder.path('new'));
      renameSync(folder.path('new'), folder.path(name));
    };
    write('..version_2', 2);
    write('..version_3', 3);
    link('..version_2', '..data');
    link('..data/products.json', 'products.json');
    const next = watch();
    expect(await next()).to.equal(2);
    link('..version_3', '..data');
    expect(await next()).to.equal(3);
    link('..version_2/products.json', 'products.json');
    expect(await next()).to.equal(2);
  });

  it('yields nothing of a save that pauses for less than the interval, not even a warning', async () => {
    const next = watch({ interval: 100 });
    const pending = next();
    // The watcher waits in the same process: however slow this is, it sees each part before its interval is over.
    for (const part of ['', '[]', '[', json(9).slice(0, 99), json(9).slice(0, 199), json(9)]) {
      writeFileSync(path, part);
      await wait(80);
    }
    expect(await pending).to.equal(9);
  });

  it('tries again to read a file that the system could not read, and says once why', async () => {
    const isSuperuser = process.geteuid?.() === 0;
    // The superuser may read any file, and others become readable only by a change.
    const forbid = () => (isSuperuser ? process.seteuid?.(65534) : chmodSync(path, 0));
    const allow = () => (isSuperuser ? process.seteuid?.(0) : chmodSync(path, 0o600));
    const next = watch();
    folder.write('products.json', json(2));
    chmodSync(folder.path('.'), 0o755);
    chmodSync(path, 0o600);
    try {
      forbid();
      expect(await next()).to.equal(`${path}: permission denied`);
      const pending = next();
      // Some more attempts, which must not yield the same again.
      await wait(200);
      allow();
      expect(await pending).to.equal(2);
    } finally {
      allow();
    }
  });

  it('yields nothing of a version that changes while it is being loaded', async () => {
    // Called while a version is being loaded, once it has been parsed.
    const next = watch({ onWarning: () => writeFileSync(path, json(3)) });
    writeFileSync(path, '[]');
    expect(await next()).to.equal(3);
  });

  it('yields nothing that it has loaded when its signal has ended it', async () => {
    const next = watch({ onWarning: () => ending.abort() });
    writeFileSync(path, '[]');
    expect(await next()).to.equal(undefined);
  });

  it('passes the warnings of a version on, and loads it once', async () => {
    const lines: string[] = [];
    const next = watch({ onWarning: (line) => lines.push(line) });
    writeFileSync(path, '[]');
    expect(await next()).to.equal(0);
    const pending = next();
    // It looks at the file several times meanwhile.
    await wait(200);
    writeFileSync(path, json(2));
    expect(await pending).to.equal(2);
    expect(lines).to.deep.equal([`${path}: warning: no products`]);
  });

  it('ends by its signal without waiting', async () => {
    const options = { fingerprint, signal: ending.signal, interval: 2 ** 30 };
    const pending = watchProducts(path, options).next();
    ending.abort();
    const end = await withTimeout(pending, () => 'the end');
    expect(end).to.deep.equal({ done: true, value: undefined });
  });
});
