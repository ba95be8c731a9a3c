import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { expect } from 'chai';
import { loadProducts } from '../../src/products-file/load-products.ts';
import type { OnWarning } from '../../src/products-file/parse-products.ts';
import { ProductsFileError } from '../../src/products-file/products-file-error.ts';
import {
  DEFAULT_INTERVAL,
  fingerprintOf,
  followFile,
  watchProducts,
} from '../../src/products-file/watch-products.ts';
import { Program, programOf } from '../support/service.ts';
import { itOnUnix } from '../support/system.ts';
import { TEA } from '../support/tea.ts';
import { TemporaryFolder } from '../support/temporary-folder.ts';
import { until, withTimeout } from '../support/with-timeout.ts';

type Change = () => void;
type Yielded = number | string;

/** A file with as many products. */
function json(count: number): string {
  return JSON.stringify(Array.from({ length: count }, (_, id) => ({ ...TEA, id })));
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
    const now = () => statSync(folder.write('clock', '')).ctimeMs;
    await until(() => now() > ctimeMs, true);
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
    for await (const version of followFile(path, load, wait)) {
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
    ['its removal, and a new file', [() => rmSync(path), none, replace(3), none], [2, missing, 3]],
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

  itOnUnix('notices a new folder behind its links, as Kubernetes makes it', async () => {
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
    link('..data/products.json', 'products.json')();
    expect(await versionsAfter([link('..version_4', '..data'), none])).to.deep.equal([3, 4]);
  });

  // Windows leaves `ctimeMs` at 0 on FAT, and programs set `mtimeMs` back.
  for (const field of ['size', 'mtimeMs', 'ctimeMs']) {
    it(`notices that ${field} alone changes`, () => {
      const changed = Object.assign(statSync(path), { [field]: 0 });
      expect(fingerprintOf(changed)).not.to.equal(fingerprintOf(statSync(path)));
    });
  }

  const EMFILE = { errno: -constants.errno.EMFILE };
  /** Which loads fail, counted from 1. One that fails without an `errno` is not repeated. */
  const failures: [what: string, changes: Change[], loads: number[], cause: object, Yielded[]][] = [
    ['the next', [replace(3), none, none, none, none], [2, 3, 4], EMFILE, [2, 'error', 3]],
    ['the present', [none, none], [1, 2], EMFILE, ['error', 2]],
    ['a too large', [none, none], [1], new RangeError(), ['error']],
  ];
  for (const [what, changes, loads, cause, expected] of failures) {
    it(`yields once that ${what} version could not be read`, async () => {
      let count = 0;
      const load = async () => {
        count += 1;
        return loads.includes(count) ? new ProductsFileError('error', { cause }) : loadFile();
      };
      expect(await versionsAfter(changes, load)).to.deep.equal(expected);
    });
  }

  /** Loads the file. One product alone is replaced as soon as it has been read. */
  const loadAndReplace = async () => {
    const version = await loadFile();
    if ('length' in version && version.length === 1) replace(3)();
    return version;
  };

  it('yields nothing of a version that changes while it is being loaded', async () => {
    const changes = [replace(1), none, none, none];
    expect(await versionsAfter(changes, loadAndReplace)).to.deep.equal([2, 3]);
  });

  it('yields the first version, though it changes while it is being loaded', async () => {
    replace(1)();
    await fileClockMoves();
    expect(await versionsAfter([none, none], loadAndReplace)).to.deep.equal([1, 3]);
  });

  /** @returns the number of products in the next version, or `undefined` after the last */
  async function next(versions: ReturnType<typeof watchProducts>): Promise<number | undefined> {
    const { value } = await withTimeout(versions.next(), () => 'the next version');
    if (value instanceof Error) throw value;
    return value?.length;
  }

  it('checks the file again and again, and passes on the warnings of each version once', async () => {
    const lines: string[] = [];
    const onWarning = (line: string) => lines.push(line.replace(path, ''));
    const versions = watchProducts(path, { interval: 1, onWarning });
    expect(await next(versions)).to.equal(2);
    replace(0)();
    expect(await next(versions)).to.equal(0);
    folder.write('products.json', json(2).replace('"id":1', '"id":0'));
    expect(await next(versions)).to.equal(2);
    expect(lines).to.deep.equal([': warning: no products', ': warning: duplicate ids: 0']);
  });

  it('waits for its interval before each check, but ends by its signal at once', async () => {
    const ending = new AbortController();
    const seldom = watchProducts(path, { signal: ending.signal, interval: 2 ** 30 });
    const often = watchProducts(path, { interval: 1 });
    expect(DEFAULT_INTERVAL).to.equal(200);
    for (const versions of [seldom, often]) expect(await next(versions)).to.equal(2);
    const end = next(seldom);
    for (const count of [3, 4]) {
      replace(count)();
      expect(await next(often)).to.equal(count);
    }
    ending.abort();
    expect(await end).to.equal(undefined);
  });

  it('keeps a program running that only watches, and warns on stderr by default', async () => {
    const code = `
      import { watchProducts } from './src/products-file/watch-products.ts';
      for await (const version of watchProducts(${JSON.stringify(path)})) console.log('products: ' + version.length);
    `;
    await using program = new Program(programOf(code));
    await program.printed(/^products: 2\n/);
    replace(0)();
    await program.printed(/^products: 0\n/m);
    await program.printed(/: warning: no products\n/);
    expect(program.stderr).to.equal(`${path}: warning: no products\n`);
  });
});
