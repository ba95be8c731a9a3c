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
import { expect } from 'chai';
import {
  fingerprintOf,
  versionsAt,
  watchProducts,
} from '../../../src/adapters/file/watch-products.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';
import { until, withTimeout } from '../../support/with-timeout.ts';

type Change = () => void;
type Yielded = number | string;

/** A file with as many products. */
function json(count: number): string {
  return JSON.stringify(Array.from({ length: count }, (_, id) => ({ id, name: 'Tea', price: 3 })));
}

/** Each version of a real file is yielded, whole and once, however the file changes. */
describe('watchProducts and versionsAt', () => {
  let folder: TemporaryFolder;
  let path: string;

  beforeEach(async () => {
    folder = new TemporaryFolder();
    path = folder.write('products.json', json(2));
    await fileClockMoves();
  });

  /** The system's clock for files may stand still for some milliseconds, in which no change of equal size is visible. */
  async function fileClockMoves(): Promise<void> {
    const { ctimeMs } = statSync(path);
    await until(() => statSync(folder.write('clock', '')).ctimeMs > ctimeMs);
  }

  /**
   * Makes a change before each check of a file whose version is known.
   * @returns what was yielded: numbers of products, and errors without the name of the file
   */
  async function versionsAfter(
    changes: Iterable<Change>,
    onWarning: (line: string) => void = expect.fail,
  ): Promise<Yielded[]> {
    const fingerprint = await fingerprintOf(path);
    async function* ticks() {
      for (const change of changes) yield change();
    }
    const yielded: Yielded[] = [];
    for await (const version of versionsAt(ticks(), path, { fingerprint, onWarning })) {
      yielded.push(version instanceof Error ? version.message.replace(path, '') : version.length);
    }
    return yielded;
  }

  const none: Change = () => {};
  const save = (text: string) => () => writeFileSync(path, text);
  const replace = (count: number) => () => folder.write('products.json', json(count));
  const missing = ': no such file or directory';
  const empty = ': expected products, got an empty file';
  const rows: [what: string, changes: Change[], yielded: Yielded[]][] = [
    ['nothing of a file that stays as it is', [none, none], []],
    ['a save in place', [save(json(3)), none], [3]],
    [
      'each new file that is renamed over it, though no two checks find one',
      [3, 4, 5].map(replace),
      [3, 4, 5],
    ],
    ['a file whose modification time changes', [() => utimesSync(path, 1, 1)], [2]],
    ['a file whose permissions change', [() => chmodSync(path, 0o600)], [2]],
    ['its removal, and a new file', [() => rmSync(path), none, none, replace(3)], [missing, 3]],
    [
      'the same error once of each version',
      [save(''), none, none, save(' '), none],
      [empty, empty],
    ],
    [
      'no error of a file that is being written',
      [save(''), save(json(9).slice(0, 99)), save(json(9))],
      [9],
    ],
  ];
  for (const [what, changes, expected] of rows) {
    it(`yields ${what}`, async () => {
      expect(await versionsAfter(changes)).to.deep.equal(expected);
    });
  }

  it('yields the version that is there, if none is known', async () => {
    const { value } = await withTimeout(watchProducts(path, { interval: 1 }).next(), () => 'it');
    expect(value).to.have.length(2);
  });

  it('notices a save that leaves the size and resets the modification time', async () => {
    const time = new Date('2026-01-01');
    utimesSync(path, time, time);
    const { size, mtimeMs } = statSync(path);
    await fileClockMoves();
    const change = () => {
      writeFileSync(path, json(2).replaceAll('Tea', 'Tee'));
      utimesSync(path, time, time);
      expect(statSync(path)).to.include({ size, mtimeMs });
    };
    expect(await versionsAfter([change])).to.deep.equal([2]);
  });

  it('notices that a link points elsewhere, and the folder of Kubernetes, too', async () => {
    const write = (version: string, count: number) => {
      mkdirSync(folder.path(version));
      folder.write(`${version}/products.json`, json(count));
    };
    const link = (target: string, name: string) => () => {
      symlinkSync(target, folder.path('new'));
      renameSync(folder.path('new'), folder.path(name));
    };
    write('..version_3', 3);
    write('..version_4', 4);
    link('..version_3', '..data')();
    const changes = [
      link('..data/products.json', 'products.json'),
      link('..version_4', '..data'),
      link('..version_3/products.json', 'products.json'),
    ];
    expect(await versionsAfter(changes)).to.deep.equal([3, 4, 3]);
  });

  it('yields nothing of a version that changes while it is being loaded', async () => {
    // The warning comes while the version is being loaded.
    expect(await versionsAfter([save('[]'), none], save(json(3)))).to.deep.equal([3]);
  });

  it('passes the warnings of a version on, and loads it once', async () => {
    const lines: string[] = [];
    const onWarning = (line: string) => lines.push(line);
    expect(await versionsAfter([save('[]'), none, none], onWarning)).to.deep.equal([0]);
    expect(lines).to.deep.equal([`${path}: warning: no products`]);
  });

  it('checks the file again and again, and ends by its signal without waiting', async () => {
    const ending = new AbortController();
    const fingerprint = await fingerprintOf(path);
    const options = { fingerprint, signal: ending.signal };
    const versions = watchProducts(path, { ...options, interval: 1 });
    for (const count of [3, 4]) {
      const pending = versions.next();
      replace(count)();
      const { value } = await withTimeout(pending, () => 'the next version');
      expect(value).to.have.length(count);
    }
    const pending = [versions, watchProducts(path, { ...options, interval: 2 ** 30 })];
    const ends = pending.map((each) => each.next());
    ending.abort();
    for (const end of ends) {
      const ended = await withTimeout(end, () => 'the end');
      expect(ended).to.deep.equal({ done: true, value: undefined });
    }
  });
});
