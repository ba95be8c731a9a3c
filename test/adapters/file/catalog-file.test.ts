import { mock } from 'node:test';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { CatalogFile, loadProducts } from '../../../src/adapters/file/catalog-file.ts';
import { CatalogFileError } from '../../../src/adapters/file/catalog-file-error.ts';
import { TemporaryFolder } from '../../support/temporary-folder.ts';

/** A file is loaded by its path or URL, and every line that is said of it begins with its name. */
describe('loadProducts', () => {
  const folder = new TemporaryFolder();
  afterEach(() => mock.restoreAll());

  it('loads a file by its path or URL, and prints its warnings unless told otherwise', async () => {
    const path = folder.write('my products.json', '\ufeff[{"id":1,"name":"","price":1,"a":1}]');
    const told: string[] = [];
    const printing = mock.method(console, 'warn', () => {}).mock;
    const products = [{ id: 1, name: '', price: 1 }];
    expect(await loadProducts(path)).to.deep.equal(products);
    const byUrl = loadProducts(pathToFileURL(path), (line) => told.push(line));
    expect(await byUrl.catch(String)).to.deep.equal(products);
    expect(told).to.deep.equal([`${path}: warning: fields left out: "a"`]);
    expect(printing.calls.map((call) => call.arguments)).to.deep.equal([told]);
  });

  const wrong: [args: unknown[], message: string][] = [
    [[undefined], 'expected a path, got nothing'],
    [[''], 'expected a path, got an empty string'],
    [['nowhere.json', {}], 'onWarning: expected a function, got an object'],
  ];
  for (const [args, message] of wrong) {
    it(`refuses ${JSON.stringify(args)}`, async () => {
      const loading = loadProducts(...(args as [string]));
      expect(String(await loading.catch(String))).to.equal(`TypeError: ${message}`);
    });
  }

  it('begins each line of an error with the name of the file, and keeps the cause if there is one', async () => {
    const errorOf = (path: string) => loadProducts(path).catch((error: Error) => error);
    const missing = await errorOf(folder.path('$& \u001b[31m.json'));
    expect(missing).to.be.instanceOf(CatalogFileError);
    const shown = folder.path('$& \\u001b[31m.json');
    expect(missing).to.have.property('message', `${shown}: no such file or directory`);
    expect(missing).to.have.nested.property('cause.code', 'ENOENT');
    const path = folder.write('a.json', '[1]');
    const wrong = await errorOf(path);
    const fault = '[0]: expected an object with id, name and price, got 1';
    const message = `${path}: 1 of 1 product is not valid\n${path}:1: ${fault}`;
    expect(wrong).to.have.property('message', message);
    expect(wrong).not.to.have.property('cause');
  });

  it('warns with a line that is safe to print, and lists ten things at most', () => {
    const lines: string[] = [];
    const file = new CatalogFile('a\u009b.json', (line) => lines.push(line));
    file.warn('none');
    file.warn('odd', ['\n\u009b', -7]);
    file.warn('odd', [...'abcdefghij']);
    file.warn('odd', [...'abcdefghijk']);
    const ten = 'odd: "a", "b", "c", "d", "e", "f", "g", "h", "i", "j"';
    const expected = ['none', 'odd: "\\n\\u009b", -7', ten, `${ten}, …`];
    expect(lines).to.deep.equal(expected.map((words) => `a\\u009b.json: warning: ${words}`));
  });
});
