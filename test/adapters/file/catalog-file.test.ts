import {
  appendFileSync,
  chmodSync,
  linkSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { expect } from 'chai';
import { CatalogFile, loadProducts } from '../../../src/adapters/file/catalog-file.ts';
import { CatalogFileError } from '../../../src/adapters/file/catalog-file-error.ts';
import { asNobody } from '../../support/as-nobody.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';
import { untilCollected } from '../../support/until-collected.ts';

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

  /** Loads a file, and watches it. @returns what `next` change it has: the number of products, or the error */
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
    const lines: unknown[] = [];
    const { warn } = console;
    console.warn = (line) => lines.push(line);
    await loadProducts(path).finally(() => {
      console.warn = warn;
    });
    expect(lines).to.deep.equal([`${path}: warning: not served: a (in 1 of 1 products)`]);
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

  it('reports each time that the file becomes invalid, once', async () => {
    const next = await watch();
    const error = `${path}: expected an array of products, got 7`;
    for (const [text, change] of [
      ['7', error],
      [json(2), 2],
      ['7', error],
      [' 7', error],
    ] as const) {
      folder.write('products.json', text);
      expect(await next()).to.equal(change);
    }
  });

  const unchanged: [what: string, change: () => void][] = [
    ['touched', () => utimesSync(path, new Date(), new Date())],
    ['given another mode', () => chmodSync(path, 0o640)],
    ['linked to', () => linkSync(path, folder.path('backup.json'))],
    ['replaced by its like', () => renameSync(folder.write('new.json', json(1)), path)],
  ];
  for (const [what, change] of unchanged) {
    it(`yields nothing if the file is ${what}`, async () => {
      const next = await watch();
      const yielded = next();
      change();
      await severalLooks();
      folder.write('products.json', json(2));
      expect(await yielded).to.equal(2);
    });
  }

  it('reports only once that there is no file, and yields the same products when it is back', async () => {
    const next = await watch();
    rmSync(path);
    expect(await next()).to.equal(`${path}: no such file`);
    const change = next();
    await severalLooks();
    folder.write('products.json', json(1));
    expect(await change).to.equal(1);
  });

  it('reads a file again that could not be read, though it has not changed since', async () => {
    const next = await watch();
    folder.write('products.json', json(2));
    chmodSync(folder.path('.'), 0o755);
    const isSuperuser = process.geteuid?.() === 0;
    chmodSync(path, isSuperuser ? 0o600 : 0);
    await asNobody(async () => {
      expect(await next()).to.equal(`${path}: no permission to read it`);
    });
    if (!isSuperuser) chmodSync(path, 0o600);
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

  it('leaves no file open', async () => {
    const open = readdirSync('/dev/fd').length;
    const next = await watch();
    folder.write('products.json', json(2));
    await next();
    expect(readdirSync('/dev/fd')).to.have.length(open);
  });

  it('does not keep what it has parsed', async () => {
    const parsed: WeakRef<object>[] = [];
    const { parse } = JSON;
    JSON.parse = (text) => {
      const value = parse(text);
      parsed.push(new WeakRef(value));
      return value;
    };
    try {
      const next = await watch();
      folder.write('products.json', json(2));
      await next();
    } finally {
      JSON.parse = parse;
    }
    expect(parsed).to.have.length(2);
    await untilCollected(parsed);
  });
});
