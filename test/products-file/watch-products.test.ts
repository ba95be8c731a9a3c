import {
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { expect } from 'chai';
import { loadProducts } from '../../src/products-file/load-products.ts';
import type { OnWarning } from '../../src/products-file/parse-products.ts';
import { ProductsFileError } from '../../src/products-file/products-file-error.ts';
import { followFile, watchProducts } from '../../src/products-file/watch-products.ts';
import { withReadFile } from '../support/read-file.ts';
import { Program, programOf } from '../support/service.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { until, withTimeout } from '../support/with-timeout.ts';

type Change = () => void;
type Yielded = number | string;

/** A file with as many products. */
function json(count: number): string {
  return JSON.stringify(Array.from({ length: count }, (_, id) => ({ id, name: 'Tea', price: 3 })));
}

/** Each version of a real file is yielded, whole and once, however the file changes. */
describe('watchProducts and followFile', () => {
  let folder: TemporaryFolder;
  let path: string;

  beforeEach(async () => {
    folder = new TemporaryFolder();
    path = folder.write('products.json', json(2));
    await fileClockMoves();
  });

  /**
   * The system's clock for files may stand still for some milliseconds, in which no change of equal
   * size is visible.
   */
  async function fileClockMoves(): Promise<void> {
    const { ctimeMs } = statSync(path);
    await until(() => statSync(folder.write('clock', '')).ctimeMs > ctimeMs);
  }

  const loadFile = (onWarning: OnWarning = expect.fail) =>
    loadProducts(path, onWarning).catch((error: ProductsFileError) => error);

  /**
   * Makes a change before each check of a file.
   * @returns what was yielded: numbers of products, and errors without the name of the file
   */
  async function versionsAfter(changes: readonly Change[], load = loadFile): Promise<Yielded[]> {
    const left = [...changes];
    const wait = async () => {
      const change = left.shift();
      change?.();
      return change !== undefined;
    };
    const yielded: Yielded[] = [];
    for await (const version of followFile(path, () => load(), wait)) {
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
    ['the present version of a file that stays as it is', [none, none], [2]],
    ['a save, once two checks have found it', [save(json(3)), none], [2, 3]],
    ['nothing of a file that each check finds changed', [3, 4, 5].map(replace), [2]],
    ['a file that has been renamed over it', [replace(3), none, replace(4), none], [2, 3, 4]],
    ['a file whose modification time changes', [() => utimesSync(path, 1, 1), none], [2, 2]],
    ['a file whose permissions change', [() => chmodSync(path, 0o600), none], [2, 2]],
    ['its removal, and a new file', [() => rmSync(path), none, replace(3), none], [2, missing, 3]],
    [
      'another error of a file that still cannot be read',
      [() => rmSync(path), none, () => symlinkSync(path, path), none],
      [2, missing, ': too many symbolic links encountered'],
    ],
    [
      'the same error once of each version',
      [save(''), none, none, save(' '), none],
      [2, empty, empty],
    ],
    [
      'no error of a file that is being written',
      [save(''), save(json(9).slice(0, 99)), save(json(9)), none],
      [2, 9],
    ],
  ];
  for (const [what, changes, expected] of rows) {
    it(`yields ${what}`, async () => {
      expect(await versionsAfter(changes)).to.deep.equal(expected);
    });
  }

  it('yields the error of the present version at once', async () => {
    rmSync(path);
    expect(await versionsAfter([])).to.deep.equal([missing]);
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
    expect(await versionsAfter([change, none])).to.deep.equal([2, 2]);
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
      none,
      link('..version_4', '..data'),
      none,
      link('..version_3/products.json', 'products.json'),
      none,
    ];
    expect(await versionsAfter(changes)).to.deep.equal([2, 3, 4, 3]);
  });

  it('notices that a link moves between files of one size that were written at one time', async () => {
    const link = (target: string) => () => {
      symlinkSync(target, folder.path('new'));
      renameSync(folder.path('new'), path);
    };
    const write = (name: string) => {
      rmSync(folder.path(name), { force: true });
      writeFileSync(folder.path(name), json(3));
    };
    const timeOf = (name: string) => statSync(folder.path(name)).ctimeMs;
    // On most systems, the clock for files moves every few milliseconds, so mostly not between the
    // two. Where it never stands still, the times tell the files apart.
    for (let attempt = 0; attempt < 100; attempt += 1) {
      write('release-1');
      write('release-2');
      if (timeOf('release-1') === timeOf('release-2')) break;
    }
    link('release-1')();
    expect(await versionsAfter([link('release-2'), none])).to.deep.equal([3, 3]);
  });

  type Outcome = 'loaded' | 'EMFILE' | 'EBUSY';

  /** Loads the file, but is refused by the system when one of these outcomes says so. */
  function loadWith(outcomes: readonly Outcome[]): typeof loadFile {
    const left = [...outcomes];
    return async () => {
      const outcome = left.shift() ?? 'loaded';
      if (outcome === 'loaded') return loadFile();
      return new ProductsFileError(outcome, { cause: { errno: -constants.errno[outcome] } });
    };
  }

  const refused: [what: string, outcomes: Outcome[], yielded: Yielded[]][] = [
    ['a refusal of the system, and the version', ['loaded', 'EMFILE'], [2, 'EMFILE', 3]],
    ['the same refusal once', ['loaded', 'EMFILE', 'EMFILE', 'EMFILE'], [2, 'EMFILE', 3]],
    ['another refusal, too', ['loaded', 'EMFILE', 'EBUSY'], [2, 'EMFILE', 'EBUSY', 3]],
    ['a refusal at once, and the version', ['EBUSY', 'EBUSY'], ['EBUSY', 3]],
  ];
  for (const [what, outcomes, expected] of refused) {
    it(`yields ${what}, though the file does not change any more`, async () => {
      const changes = [replace(3), none, none, none, none];
      expect(await versionsAfter(changes, loadWith(outcomes))).to.deep.equal(expected);
    });
  }

  it('yields the same refusal again after a version', async () => {
    const changes = [replace(3), none, none, replace(4), none, none];
    const load = loadWith(['loaded', 'EMFILE', 'loaded', 'EMFILE']);
    expect(await versionsAfter(changes, load)).to.deep.equal([2, 'EMFILE', 3, 'EMFILE', 4]);
  });

  it('loads a file that is too large only once', async () => {
    let loads = 0;
    const load = () => {
      loads += 1;
      return loadFile();
    };
    // No byte of it is stored.
    const grow = () => truncateSync(path, 10 * 1024 ** 3);
    const [before, tooLarge, ...more] = await versionsAfter([grow, none, none, none], load);
    expect([before, more, loads]).to.deep.equal([2, [], 2]);
    expect(tooLarge).to.match(/^: File size .* is greater than 2 GiB$/);
  });

  /** As `versionsAfter`, but an empty list is replaced as soon as it has been read. */
  function versionsWhileReplacing(changes: readonly Change[]) {
    return withReadFile(
      async (path, readFile) => {
        const bytes = await readFile(path);
        if (bytes.toString() === '[]') replace(3)();
        return bytes;
      },
      () => versionsAfter(changes, () => loadFile(() => {})),
    );
  }

  it('yields nothing of a version that changes while it is being loaded', async () => {
    const changes = [save('[]'), none, none, none];
    expect(await versionsWhileReplacing(changes)).to.deep.equal([2, 3]);
  });

  it('yields the first version, though it changes while it is being loaded, and then the next', async () => {
    save('[]')();
    await fileClockMoves();
    expect(await versionsWhileReplacing([none, none])).to.deep.equal([0, 3]);
  });

  it('passes the warnings of a version on, and loads it once', async () => {
    const lines: string[] = [];
    const load = () => loadFile((line) => lines.push(line));
    expect(await versionsAfter([save('[]'), none, none], load)).to.deep.equal([2, 0]);
    expect(lines).to.deep.equal([`${path}: warning: no products`]);
  });

  it('checks the file again and again, and ends by its signal without waiting', async () => {
    const ending = new AbortController();
    const { signal } = ending;
    const versions = watchProducts(path, { signal, interval: 1 });
    const rare = watchProducts(path, { signal, interval: 2 ** 30 });
    const next = async (each: typeof versions) =>
      (await withTimeout(each.next(), () => 'the next version')).value;
    expect(await next(rare)).to.have.length(2);
    expect(await next(versions)).to.have.length(2);
    for (const count of [3, 4]) {
      replace(count)();
      expect(await next(versions)).to.have.length(count);
    }
    const ends = [next(versions), next(rare)];
    ending.abort();
    expect(await Promise.all(ends)).to.deep.equal([undefined, undefined]);
  });

  it('keeps a program running that only watches, and warns on stderr by default', async () => {
    const code = `
      import { watchProducts } from './src/products-file/watch-products.ts';
      for await (const version of watchProducts('${path}')) console.log('products: ' + version.length);
    `;
    await using program = new Program(programOf(code));
    await program.printed(/^products: 2\n/);
    replace(0)();
    await program.printed(/^products: 0\n/m);
    await program.printed(/: warning: no products\n/);
    expect(program.stderr).to.equal(`${path}: warning: no products\n`);
  });
});
